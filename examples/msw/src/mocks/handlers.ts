import { http, HttpResponse } from 'msw'
import type { Person } from '../api.ts'

const team: Person[] = [
  { id: '1', name: 'Ada Lovelace', role: 'Analyst' },
  { id: '2', name: 'Grace Hopper', role: 'Compiler engineer' },
]

/** How the server behaves on a good day. A test overrides what it needs to be different. */
export const handlers = [
  http.get('/api/team', () => HttpResponse.json(team)),
  http.post<never, Omit<Person, 'id'>>('/api/team', async ({ request }) =>
    HttpResponse.json({ id: '3', ...(await request.json()) }, { status: 201 }),
  ),
]
