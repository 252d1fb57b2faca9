interface Guest {
  readonly id: number
  name: string
}

/** What a meal cost and who shares it. Everything is in cents, and nothing gets lost by rounding. */
export class Bill {
  total = $state(0)
  tipPercent = $state(10)
  guests = $state<Guest[]>([])

  readonly tip = $derived(Math.round((this.total * this.tipPercent) / 100))
  readonly shares = $derived(split(this.total + this.tip, this.guests.length))

  #nextId = 1

  constructor(names: readonly string[]) {
    for (const name of names) this.add(name)
  }

  add(name: string): void {
    this.guests.push({ id: this.#nextId++, name })
  }

  remove(id: number): void {
    this.guests = this.guests.filter((guest) => guest.id !== id)
  }
}

/** Whoever comes first pays a cent more where the amount cannot be divided. */
function split(cents: number, people: number): number[] {
  const share = Math.floor(cents / people)
  return Array.from({ length: people }, (_, index) => share + (index < cents % people ? 1 : 0))
}

const money = new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' })

export function formatMoney(cents: number): string {
  return money.format(cents / 100)
}
