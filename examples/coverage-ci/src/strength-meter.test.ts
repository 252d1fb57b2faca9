import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { addStrengthMeter } from './strength-meter.ts'

const field = page.getByLabelText('Password')
const meter = page.getByRole('meter', { name: 'Password strength' })
const status = page.getByRole('status')
let remove: () => void

beforeEach(() => {
  document.body.innerHTML = '<label for="p">Password</label><input id="p" type="password">'
  remove = addStrengthMeter(field.element() as HTMLInputElement)
})

test('says nothing before anything is typed', async () => {
  await expect.element(status).toBeEmptyDOMElement()
  await expect.element(meter).toHaveProperty('value', 0)
})

test('follows what is typed', async () => {
  await field.fill('kettle')
  await expect.element(status).toMatchTextContent('Weak. Use at least 8 characters.')

  await field.fill('seven kettles sing at dawn')
  await expect.element(status).toHaveTextContent('Strong.')
  await expect.element(meter).toHaveProperty('value', 3)
})

test('changes colour with the strength', async () => {
  await field.fill('kettle')
  const weak = getComputedStyle(status.element()).color
  await field.fill('blue-kettle')

  await expect.poll(() => getComputedStyle(status.element()).color).not.toBe(weak)
})

test('empties itself with the field', async () => {
  await field.fill('kettle')
  await field.clear()
  await expect.element(status).toBeEmptyDOMElement()
})

test('goes away without a trace', async () => {
  remove()
  await field.fill('kettle')
  expect(meter.query()).toBeNull()
})
