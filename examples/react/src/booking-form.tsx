import { type FormEvent, useState } from 'react'
import { type Booking, checkBooking, type FieldName, type Problems, today } from './booking.ts'
import { Field } from './field.tsx'
import './booking-form.css'

interface BookingFormProps {
  onBook: (booking: Booking) => Promise<void>
}

type Status = 'editing' | 'sending' | 'failed' | Booking

export function BookingForm({ onBook }: BookingFormProps) {
  const [problems, setProblems] = useState<Problems>({})
  const [status, setStatus] = useState<Status>('editing')

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const checked = checkBooking(new FormData(form))
    if ('problems' in checked) {
      setProblems(checked.problems)
      const [first] = Object.keys(checked.problems)
      form.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
      return
    }
    setProblems({})
    setStatus('sending')
    try {
      await onBook(checked.booking)
      setStatus(checked.booking)
    } catch {
      setStatus('failed')
    }
  }

  /** A mistake that was pointed out goes away as soon as it is mended; new ones wait for the button. */
  function recheck(event: FormEvent<HTMLFormElement>) {
    const checked = checkBooking(new FormData(event.currentTarget))
    const left = 'problems' in checked ? checked.problems : {}
    setProblems((known) =>
      Object.fromEntries(
        Object.keys(known)
          .filter((name) => name in left)
          .map((name) => [name, left[name as FieldName]]),
      ),
    )
  }

  if (typeof status === 'object') {
    return (
      <main className="booking" role="status">
        <h1>See you soon, {status.name}!</h1>
        <p>
          A table for {status.guests} is yours. We sent the details to {status.email}.
        </p>
      </main>
    )
  }
  return (
    <main className="booking">
      <h1>Book a table</h1>
      <form noValidate onSubmit={submit} onChange={recheck}>
        <Field name="name" label="Name" autoComplete="name" problem={problems.name} />
        <Field
          name="email"
          label="Email"
          type="email"
          autoComplete="email"
          problem={problems.email}
        />
        <div className="row">
          <Field name="day" label="Day" type="date" min={today()} problem={problems.day} />
          <Field
            name="guests"
            label="Guests"
            type="number"
            min={1}
            max={8}
            defaultValue={2}
            problem={problems.guests}
          />
        </div>
        {status === 'failed' && (
          <p role="alert" className="problem">
            The kitchen did not answer. Nothing was booked; please try again.
          </p>
        )}
        <button type="submit" disabled={status === 'sending'}>
          {status === 'sending' ? 'Booking …' : 'Book'}
        </button>
      </form>
    </main>
  )
}
