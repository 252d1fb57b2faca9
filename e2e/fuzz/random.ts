/** Numbers that look random and are the same for the same seed. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 up to, but not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let value = this.#state
    value = Math.imul(value ^ (value >>> 15), value | 1)
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61)
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit)
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)] as T
  }

  /** Any text; most of it harmless to look at, some of it not. */
  text(longest = 40): string {
    const length = this.below(longest)
    let text = ''
    for (let index = 0; index < length; index++) {
      text += this.chance(0.8) ? alphabet.charAt(this.below(alphabet.length)) : this.pick(nasty)
    }
    return text
  }

  bytes(longest = 200): Buffer {
    return Buffer.from(Array.from({ length: this.below(longest) }, () => this.below(256)))
  }
}

const alphabet = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_'

const nasty = [
  '/',
  '\\',
  '..',
  '../',
  '%2e%2e%2f',
  '%00',
  '%',
  '%zz',
  '?',
  '&',
  '=',
  '#',
  ';',
  '"',
  "'",
  '<',
  '>',
  '{',
  '}',
  '[',
  ']',
  '@',
  ':',
  '::$DATA',
  '~1',
  '__proto__',
  'constructor',
  '</script>',
  '\u2028',
  'é',
  '\u{1F600}',
  '\x7F',
]
