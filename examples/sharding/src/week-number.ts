import { addDays, type Day, toDate, weekday } from './days.ts'

const week = 7 * 24 * 60 * 60_000

/** ISO 8601: a week belongs to the year that its Thursday is in. */
export function weekNumber(day: Day): number {
  const thursday = addDays(day, 3 - weekday(day))
  const newYear = `${thursday.slice(0, 4)}-01-01` as Day
  return Math.floor((toDate(thursday).getTime() - toDate(newYear).getTime()) / week) + 1
}
