import type { ReactNode } from 'react'
import './ui.css'

interface DisclosureProps {
  title: string
  children: ReactNode
}

/** Hides what not everybody wants to read. */
export function Disclosure({ title, children }: DisclosureProps) {
  return (
    <details className="disclosure">
      <summary>{title}</summary>
      <div>{children}</div>
    </details>
  )
}
