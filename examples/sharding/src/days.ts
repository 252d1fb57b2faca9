/** A day of the calendar, without a time and without a time zone: `2030-05-01`. */
export type Day = `${number}-${number}-${number}`

export function addDays(day: Day, days: number): Day {
  const date = toDate(day)
  date.setUTCDate(date.getUTCDate() + days)
  return fromDate(date)
}

/** The same day of another month, or that month's last day if it is shorter. */
export function addMonths(day: Day, months: number): Day {
  const date = toDate(day)
  const dayOfMonth = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months + 1, 0)
  date.setUTCDate(Math.min(dayOfMonth, date.getUTCDate()))
  return fromDate(date)
}

/** From 0, Monday, to 6, Sunday. */
export function weekday(day: Day): number {
  return (toDate(day).getUTCDay() + 6) % 7
}

export function toDate(day: Day): Date {
  return new Date(`${day}T00:00:00Z`)
}

function fromDate(date: Date): Day {
  return date.toISOString().slice(0, 10) as Day
}
