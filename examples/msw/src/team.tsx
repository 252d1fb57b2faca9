import { type FormEvent, useEffect, useState } from 'react'
import { fetchTeam, invite, type Person } from './api.ts'
import './team.css'

export function Team() {
  const [people, setPeople] = useState<Person[]>()
  const [problem, setProblem] = useState<string>()
  const [attempt, setAttempt] = useState(1)

  useEffect(() => {
    setProblem(undefined)
    fetchTeam().then(setPeople, (error: Error) => setProblem(error.message))
  }, [attempt])

  async function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const fields = Object.fromEntries(new FormData(form)) as { name: string; role: string }
    try {
      const person = await invite(fields)
      setPeople((known = []) => [...known, person])
      form.reset()
    } catch (error) {
      setProblem((error as Error).message)
    }
  }

  return (
    <main className="team">
      <h1>Team</h1>
      {problem && (
        <p role="alert">
          {problem}
          <button type="button" onClick={() => setAttempt(attempt + 1)}>
            Try again
          </button>
        </p>
      )}
      {!people && !problem && <p role="status">Looking who is here …</p>}
      {people?.length === 0 && <p>Nobody yet. Invite someone!</p>}
      <ul>
        {people?.map(({ id, name, role }) => (
          <li key={id}>
            <span className="avatar" aria-hidden="true">
              {name[0]}
            </span>
            <strong>{name}</strong>
            <small>{role}</small>
          </li>
        ))}
      </ul>
      <form onSubmit={add}>
        <input name="name" aria-label="Name" placeholder="Name" required />
        <input name="role" aria-label="Role" placeholder="Role" required />
        <button type="submit">Invite</button>
      </form>
    </main>
  )
}
