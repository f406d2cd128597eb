import type { StripeCardNumberElement, StripeElementChangeEvent } from '@stripe/stripe-js'

/** What Stripe reports about a field's input. */
interface FieldInput extends Pick<StripeElementChangeEvent, 'empty' | 'complete'> {
  readonly error?: { readonly code: string } | undefined
}

/** One of Stripe's fields, with our label, border and error line. */
export class HostedField {
  readonly root = document.createElement('div')
  readonly type: 'cardNumber' | 'cardExpiry' | 'cardCvc'
  /** What Stripe reports about the field's input. */
  state: FieldInput = { empty: true, complete: false }
  /**
   * Stripe's field; null until it is mounted. It has the number field's type, but may be any kind: we use only members that all kinds
   * have.
   */
  inner: StripeCardNumberElement | null = null
  placeholder = ''
  readonly #label = document.createElement('label')
  readonly #control = document.createElement('div')
  readonly #box = document.createElement('div')
  readonly #place = document.createElement('div')
  readonly #error = document.createElement('p')

  constructor(id: string, type: HostedField['type']) {
    this.type = type
    this.root.className = `field ${id}`
    this.#label.htmlFor = `${id}-field`
    this.#control.className = 'control'
    this.#box.className = 'box'
    this.#place.id = `${id}-field`
    this.#place.className = 'place'
    this.#error.className = 'error'
    // An alert, because the input is in Stripe's frame and cannot refer to this line by `aria-describedby`.
    this.#error.role = 'alert'
    this.#box.append(this.#place)
    this.#control.append(this.#box)
    this.root.append(this.#label, this.#control, this.#error)
    // Stripe's frame is only as high as a line of text, so a click around the frame must focus the field, too.
    this.#box.addEventListener('click', () => this.inner?.focus())
  }

  /** Mounts Stripe's field. */
  open(inner: StripeCardNumberElement): void {
    this.inner = inner
    inner.on('focus', () => this.#box.classList.add('focused'))
    inner.on('blur', () => this.#box.classList.remove('focused'))
    inner.mount(this.#place)
  }

  /** Removes Stripe's field with its input. */
  close(): void {
    this.inner?.destroy()
    this.inner = null
    this.state = { empty: true, complete: false }
    this.#place.replaceChildren()
    this.#box.classList.remove('focused')
  }

  /** Puts brand logos at the end of the field, in place of the former ones. */
  adorn(adornment: Element): void {
    for (const former of this.#control.querySelectorAll('.adornment')) former.remove()
    adornment.classList.add('adornment')
    this.#control.append(adornment)
  }

  /** Sets the label and the placeholder. */
  name(label: string, placeholder: string): void {
    this.#label.textContent = label
    // Stripe's input is left-to-right. Isolation marks let a placeholder that consists of words follow the direction of its own script.
    this.placeholder = `\u2068${placeholder}\u2069`
    this.inner?.update({ placeholder: this.placeholder })
  }

  /** Shows an error; null removes it. The error line keeps its space, so that nothing moves while the shopper types. */
  show(error: string | null): void {
    if (error !== null) this.#error.textContent = error
    this.#error.style.visibility = error === null ? 'hidden' : ''
    this.#box.classList.toggle('invalid', error !== null)
  }
}
