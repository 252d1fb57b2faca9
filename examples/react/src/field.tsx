import { type ComponentProps, useId } from 'react'
import type { FieldName } from './booking.ts'

interface FieldProps extends ComponentProps<'input'> {
  name: FieldName
  label: string
  problem: string | undefined
}

/** An input with its label, and with what is wrong with it where a screen reader finds it. */
export function Field({ label, problem, ...input }: FieldProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        aria-invalid={problem !== undefined}
        aria-describedby={problem && `${id}-problem`}
      />
      {problem && (
        <p id={`${id}-problem`} className="problem">
          {problem}
        </p>
      )}
    </div>
  )
}
