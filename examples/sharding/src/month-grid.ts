import { addDays, addMonths, type Day, weekday } from './days.ts'

export interface Cell {
  day: Day
  /** False for the days of the months before and after. */
  inMonth: boolean
}

/** The weeks of the month that a day is in, each from Monday to Sunday. */
export function monthGrid(day: Day): Cell[][] {
  const first = `${day.slice(0, 7)}-01` as Day
  const next = addMonths(first, 1)
  const weeks: Cell[][] = []
  let current = addDays(first, -weekday(first))
  while (current < next) {
    weeks.push(
      Array.from({ length: 7 }, (_, index) => {
        const it = addDays(current, index)
        return { day: it, inMonth: it.startsWith(day.slice(0, 7)) }
      }),
    )
    current = addDays(current, 7)
  }
  return weeks
}
