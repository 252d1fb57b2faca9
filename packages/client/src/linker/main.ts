import { define, isLinkedPage, load, pageOwn, run } from './linker.ts'

Object.assign(pageOwn(), { define, isLinkedPage, load, run })
