import type { ParityCase } from './case.ts'

export const cases: ParityCase[] = [{ fixture: 'locators' }, { fixture: 'user-event' }, { fixture: 'dom-matchers' }]
