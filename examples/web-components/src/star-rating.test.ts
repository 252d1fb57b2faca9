import { html } from 'lit'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-lit'
import './star-rating.ts'

function fieldOf(container: HTMLElement) {
  const field = container.querySelector('star-rating')
  if (!field) throw new Error('There is no <star-rating>.')
  return field
}

test('fills the stars up to the one that was chosen', async () => {
  const screen = render(html`<star-rating></star-rating>`)
  await screen.getByRole('radio', { name: '3 stars' }).click()

  await expect.element(screen.getByRole('radio', { name: '3 stars' })).toBeChecked()
  await expect
    .element(screen.getByRole('radiogroup', { name: 'Rating' }))
    .toMatchTextContent(/★\s*★\s*★\s*☆\s*☆/)
})

/** The document only knows that the focus is somewhere in the element. */
function focusedStar(container: HTMLElement) {
  return fieldOf(container).shadowRoot?.activeElement?.ariaLabel
}

test('is one stop for the Tab key and follows the arrows', async () => {
  const onChange = vi.fn((event: Event) => (event.target as HTMLElement & { value: number }).value)
  const screen = render(html`<star-rating .value=${2} @change=${onChange}></star-rating>`)
  await fieldOf(screen.container).updateComplete
  await userEvent.tab()
  expect(focusedStar(screen.container)).toBe('2 stars')

  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}')

  await expect.element(screen.getByRole('radio', { name: '3 stars' })).toBeChecked()
  expect(focusedStar(screen.container)).toBe('3 stars')
  expect(onChange.mock.results.map(({ value }) => value as unknown)).toEqual([3, 4, 3])
})

test('is a field of its form', async () => {
  const screen = render(
    html`<form><star-rating name="stars" required></star-rating><button>Send</button></form>`,
  )
  const form = screen.container.querySelector('form')
  if (!form) throw new Error('There is no form.')
  await fieldOf(screen.container).updateComplete
  expect(form.checkValidity()).toBe(false)

  await screen.getByRole('radio', { name: '5 stars' }).click()
  await expect.poll(() => form.checkValidity()).toBe(true)
  expect(Object.fromEntries(new FormData(form))).toEqual({ stars: '5' })

  form.reset()
  await expect.poll(() => form.checkValidity()).toBe(false)
})

test('takes its colour from the page', async () => {
  const screen = render(html`<star-rating style="--star: rgb(1, 2, 3)"></star-rating>`)
  const star = screen.getByRole('radio', { name: '1 star' })

  await expect.element(star).toHaveStyle({ color: 'rgb(1, 2, 3)' })
})
