import type { Day } from './days.ts'
import { dayAfterKey } from './keyboard.ts'
import { monthView } from './month-view.ts'

/** Shows the month of a day in an element and lets a person choose another, by mouse or by keyboard. */
export function datePicker(element: HTMLElement, chosen: Day, onChoose: (day: Day) => void): void {
  let current = chosen

  function show(day: Day): void {
    current = day
    element.replaceChildren(monthView(day))
  }

  element.addEventListener('click', ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return
    show(target.value as Day)
    focusChosen()
    onChoose(current)
  })
  element.addEventListener('keydown', (event) => {
    const day = dayAfterKey(current, event.key)
    if (!day) return
    event.preventDefault()
    show(day)
    focusChosen()
  })

  function focusChosen(): void {
    element.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }

  show(chosen)
}
