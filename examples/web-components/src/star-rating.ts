import { css, html, LitElement, type PropertyDeclarations, type PropertyValues } from 'lit'

const stars = [1, 2, 3, 4, 5]

/**
 * One to five stars, as a field of a form.
 *
 * @fires change when a person chose another number
 */
export class StarRating extends LitElement {
  static readonly formAssociated = true

  static override readonly properties: PropertyDeclarations = {
    label: {},
    name: { reflect: true },
    value: { type: Number },
    required: { type: Boolean },
  }

  static override readonly styles = css`
    :host {
      display: inline-block;
      margin: 1rem;
      font-size: 2rem;
    }

    button {
      padding: 0 0.1em;
      border: 0;
      font: inherit;
      color: var(--star, goldenrod);
      background: none;
      cursor: pointer;
      transition: scale 0.15s;
    }

    button:hover {
      scale: 1.2;
    }
  `

  declare label: string
  declare name: string
  declare value: number
  declare required: boolean

  readonly #internals = this.attachInternals()

  constructor() {
    super()
    this.label = 'Rating'
    this.name = ''
    this.value = 0
    this.required = false
  }

  protected override willUpdate(changed: PropertyValues<this>) {
    if (!changed.has('value') && !changed.has('required')) return
    this.#internals.setFormValue(this.value === 0 ? null : String(this.value))
    if (this.required && this.value === 0) {
      this.#internals.setValidity({ valueMissing: true }, 'Choose one to five stars.')
    } else {
      this.#internals.setValidity({})
    }
  }

  protected override render() {
    return html`
      <div
        role="radiogroup"
        aria-label=${this.label}
        @keydown=${(event: KeyboardEvent) => this.#onKey(event)}
      >
        ${stars.map(
          (star) => html`
            <button
              type="button"
              role="radio"
              aria-label=${star === 1 ? '1 star' : `${star} stars`}
              aria-checked=${star === this.value}
              tabindex=${star === (this.value || 1) ? 0 : -1}
              @click=${() => this.#choose(star)}
            >
              ${star <= this.value ? '★' : '☆'}
            </button>
          `,
        )}
      </div>
    `
  }

  /** Called by the browser when the form is reset. */
  formResetCallback() {
    this.value = 0
  }

  #onKey(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    this.#choose(Math.min(stars.length, Math.max(1, this.value + step)))
  }

  #choose(star: number) {
    if (star === this.value) return
    this.value = star
    this.dispatchEvent(new Event('change', { bubbles: true, composed: true }))
    void this.updateComplete.then(() => {
      this.renderRoot.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    })
  }
}

customElements.define('star-rating', StarRating)

declare global {
  interface HTMLElementTagNameMap {
    'star-rating': StarRating
  }
}
