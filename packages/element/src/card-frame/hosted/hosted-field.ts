import type { StripeField, StripeFieldChange, StripeFieldType } from './stripe/stripe-js.ts'

/** One field of Stripe's inside a label, a frame and an error line of ours. */
export class HostedField {
  readonly root = document.createElement('div')
  readonly type: StripeFieldType
  /** What is typed there, as far as Stripe says. */
  state: StripeFieldChange = { empty: true, complete: false }
  inner: StripeField | null = null
  placeholder = ''
  readonly #label = document.createElement('label')
  readonly #control = document.createElement('div')
  readonly #box = document.createElement('div')
  readonly #place = document.createElement('div')
  readonly #error = document.createElement('p')

  constructor(id: string, type: StripeFieldType) {
    this.type = type
    this.root.className = `field ${id}`
    this.#label.htmlFor = `${id}-field`
    this.#control.className = 'control'
    this.#box.className = 'box'
    this.#place.id = `${id}-field`
    this.#place.className = 'place'
    this.#error.className = 'error'
    // No input of ours could be described by it: it is read out when it appears.
    this.#error.role = 'alert'
    this.#box.append(this.#place)
    this.#control.append(this.#box)
    this.root.append(this.#label, this.#control, this.#error)
    // Stripe's frame is as high as a line; all around it belongs to the field, too.
    this.#box.addEventListener('click', () => this.inner?.focus())
  }

  /** Puts Stripe's field into its place. */
  open(inner: StripeField): void {
    this.inner = inner
    inner.on('focus', () => this.#box.classList.add('focused'))
    inner.on('blur', () => this.#box.classList.remove('focused'))
    inner.mount(this.#place)
  }

  /** Takes Stripe's field out again, with what was typed in it. */
  close(): void {
    this.inner?.destroy()
    this.inner = null
    this.state = { empty: true, complete: false }
    this.#place.replaceChildren()
    this.#box.classList.remove('focused')
  }

  /** Puts something at the end of the field: a brand mark. */
  adorn(adornment: Element): void {
    for (const former of this.#control.querySelectorAll('.adornment')) former.remove()
    adornment.classList.add('adornment')
    this.#control.append(adornment)
  }

  /** Writes the label and the placeholder. */
  name(label: string, placeholder: string): void {
    this.#label.textContent = label
    // Stripe's input reads left to right; a hint in words reads as its script does.
    this.placeholder = `\u2068${placeholder}\u2069`
    this.inner?.update({ placeholder: this.placeholder })
  }

  /** Says what is wrong, or takes it back with null: its room stays, so that nothing moves while the shopper types on. */
  show(error: string | null): void {
    if (error !== null) this.#error.textContent = error
    this.#error.style.visibility = error === null ? 'hidden' : ''
    this.#box.classList.toggle('invalid', error !== null)
  }
}
