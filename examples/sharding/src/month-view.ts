import { type Day, toDate } from './days.ts'
import { monthGrid } from './month-grid.ts'
import { weekNumber } from './week-number.ts'
import './calendar.css'

const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const full = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeZone: 'UTC' })

/** A month as a table; the chosen day is the one that the Tab key stops at. */
export function monthView(chosen: Day): HTMLTableElement {
  const table = document.createElement('table')
  table.className = 'month'
  table.setAttribute('role', 'grid')
  table.createCaption().textContent = month.format(toDate(chosen))
  for (const week of monthGrid(chosen)) {
    const row = table.insertRow()
    const number = document.createElement('th')
    number.scope = 'row'
    number.textContent = String(weekNumber(week[0]?.day ?? chosen))
    row.append(number)
    for (const { day, inMonth } of week) {
      const button = document.createElement('button')
      button.type = 'button'
      button.value = day
      button.textContent = String(Number(day.slice(8)))
      button.setAttribute('aria-label', full.format(toDate(day)))
      button.setAttribute('aria-pressed', String(day === chosen))
      button.tabIndex = day === chosen ? 0 : -1
      button.classList.toggle('other', !inMonth)
      row.insertCell().append(button)
    }
  }
  return table
}
