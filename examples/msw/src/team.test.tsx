import { delay, http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { worker } from './mocks/worker.ts'
import { Team } from './team.tsx'

test('shows who is on the team', async () => {
  const screen = await render(<Team />)

  await expect.element(screen.getByRole('listitem').first()).toMatchTextContent('Ada Lovelace')
  expect(screen.getByRole('listitem').elements()).toHaveLength(2)
})

test('shows that it is waiting', async () => {
  worker.use(http.get('/api/team', () => delay('infinite')))
  const screen = await render(<Team />)

  await expect.element(screen.getByRole('status')).toMatchTextContent('Looking who is here')
})

test('has a word for an empty team', async () => {
  worker.use(http.get('/api/team', () => HttpResponse.json([])))
  const screen = await render(<Team />)

  await expect.element(screen.getByText('Nobody yet. Invite someone!')).toBeVisible()
})

test('asks again when the server had a bad moment', async () => {
  worker.use(http.get('/api/team', () => new HttpResponse(null, { status: 503 }), { once: true }))
  const screen = await render(<Team />)
  await expect.element(screen.getByRole('alert')).toMatchTextContent('answered with 503')

  await screen.getByRole('button', { name: 'Try again' }).click()

  await expect.element(screen.getByText('Grace Hopper')).toBeVisible()
  expect(screen.getByRole('alert').query()).toBeNull()
})

test('says when there is no network at all', async () => {
  worker.use(http.get('/api/team', () => HttpResponse.error()))
  const screen = await render(<Team />)

  await expect.element(screen.getByRole('alert')).toMatchTextContent('Failed to fetch')
})
