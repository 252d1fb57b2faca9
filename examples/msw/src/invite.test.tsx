import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { worker } from './mocks/worker.ts'
import { Team } from './team.tsx'

async function inviteBarbara() {
  const screen = await render(<Team />)
  await screen.getByLabelText('Name').fill('Barbara Liskov')
  await screen.getByLabelText('Role').fill('Architect')
  await screen.getByRole('button', { name: 'Invite' }).click()
  return screen
}

test('adds whom the server took in', async () => {
  const screen = await inviteBarbara()

  await expect.element(screen.getByRole('listitem').last()).toMatchTextContent('Barbara Liskov')
  await expect.element(screen.getByLabelText('Name')).toHaveValue('')
})

test('sends what was typed', async () => {
  const received = vi.fn()
  worker.use(
    http.post('/api/team', async ({ request }) => {
      received(await request.json())
      return HttpResponse.json({ id: '9', name: 'Barbara', role: 'Architect' })
    }),
  )
  await inviteBarbara()

  await expect
    .poll(() => received.mock.calls)
    .toEqual([[{ name: 'Barbara Liskov', role: 'Architect' }]])
})

test('keeps what was typed when the server says no', async () => {
  worker.use(http.post('/api/team', () => new HttpResponse(null, { status: 409 })))
  const screen = await inviteBarbara()

  await expect.element(screen.getByRole('alert')).toMatchTextContent('answered with 409')
  await expect.element(screen.getByLabelText('Name')).toHaveValue('Barbara Liskov')
})
