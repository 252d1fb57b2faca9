const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 24 * 3600],
  ['month', 30 * 24 * 3600],
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
]

/** Says how long ago a moment was, and keeps saying it right: `<time-ago datetime="2030-05-01">`. */
export class TimeAgo extends HTMLElement {
  static readonly observedAttributes = ['datetime', 'lang']

  readonly #time = document.createElement('time')
  #timer: ReturnType<typeof setInterval> | undefined

  constructor() {
    super()
    this.attachShadow({ mode: 'open' }).append(this.#time)
  }

  connectedCallback() {
    this.#update()
    this.#timer = setInterval(() => this.#update(), 1000)
  }

  disconnectedCallback() {
    clearInterval(this.#timer)
  }

  attributeChangedCallback() {
    this.#update()
  }

  #update() {
    const moment = new Date(this.getAttribute('datetime') ?? '')
    if (Number.isNaN(moment.getTime())) {
      this.#time.textContent = ''
      return
    }
    this.#time.dateTime = moment.toISOString()
    this.#time.title = moment.toLocaleString(this.lang || 'en')
    this.#time.textContent = describe(moment, this.lang || 'en')
  }
}

function describe(moment: Date, language: string): string {
  const seconds = Math.round((moment.getTime() - Date.now()) / 1000)
  const [unit, length] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1]
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  return format.format(Math.trunc(seconds / length), unit)
}

customElements.define('time-ago', TimeAgo)
