import { judge, type Strength } from './strength.ts'
import './strength-meter.css'

const levels: Record<Strength, number> = { weak: 1, fair: 2, strong: 3 }

/** Puts a meter under a password field that says how strong the password is. Returns a way to take it away. */
export function addStrengthMeter(field: HTMLInputElement): () => void {
  const meter = document.createElement('meter')
  meter.max = 3
  meter.setAttribute('aria-label', 'Password strength')
  const text = document.createElement('p')
  text.setAttribute('role', 'status')
  const box = document.createElement('div')
  box.className = 'strength'
  box.append(meter, text)
  field.after(box)

  function update(): void {
    if (field.value === '') {
      meter.value = 0
      text.textContent = ''
      return
    }
    const { strength, advice } = judge(field.value)
    meter.value = levels[strength]
    box.dataset['strength'] = strength
    text.textContent = [`${strength[0]?.toUpperCase()}${strength.slice(1)}.`, ...advice].join(' ')
  }

  field.addEventListener('input', update)
  update()
  return () => {
    field.removeEventListener('input', update)
    box.remove()
  }
}
