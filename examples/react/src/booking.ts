import * as z from 'zod'

const booking = z.object({
  name: z.string().trim().min(1, 'Whose table is it?'),
  email: z.email('We confirm by email: please give an address such as ada@example.com.'),
  day: z.iso.date('Which day would you like to come?').refine((day) => day >= today(), {
    error: 'That day has passed.',
  }),
  guests: z.coerce
    .number('How many are you?')
    .int('How many are you?')
    .min(1, 'How many are you?')
    .max(8, 'For more than eight, please call us.'),
})

export type Booking = z.infer<typeof booking>
export type FieldName = keyof Booking
export type Problems = Partial<Record<FieldName, string>>

export type Checked = { booking: Booking } | { problems: Problems }

/** Reads a booking from what the form's fields hold, or says what is wrong with each of them. */
export function checkBooking(fields: FormData): Checked {
  const result = booking.safeParse(Object.fromEntries(fields))
  if (result.success) return { booking: result.data }
  const { fieldErrors } = z.flattenError(result.error)
  const problems: Problems = {}
  for (const name of Object.keys(booking.shape) as FieldName[]) {
    const message = fieldErrors[name]?.[0]
    if (message) problems[name] = message
  }
  return { problems }
}

/** Today where the guest is, as `2030-05-01`. */
export function today(): string {
  return new Date().toLocaleDateString('sv')
}
