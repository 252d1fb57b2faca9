export interface Person {
  id: string
  name: string
  role: string
}

export async function fetchTeam(): Promise<Person[]> {
  return ask('/api/team')
}

export async function invite(person: Omit<Person, 'id'>): Promise<Person> {
  return ask('/api/team', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(person),
  })
}

async function ask<Answer>(path: string, init?: RequestInit): Promise<Answer> {
  const response = await fetch(path, init)
  if (!response.ok) throw new Error(`The server answered with ${response.status}.`)
  return response.json() as Promise<Answer>
}
