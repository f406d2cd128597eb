/** The options of one field of the card form. Their names are those of the input's attributes. */
export interface FieldOptions {
  readonly id: string
  readonly autocomplete: AutoFill
  readonly inputMode: 'numeric' | 'text'
  readonly maxLength: number
}

/** An input with its label and its own error line. */
export class Field {
  readonly root = document.createElement('div')
  readonly input = document.createElement('input')
  readonly #label = document.createElement('label')
  readonly #control = document.createElement('div')
  readonly #error = document.createElement('p')

  constructor(options: FieldOptions) {
    this.root.className = `field ${options.id}`
    this.#label.htmlFor = options.id
    this.#control.className = 'control'
    const isText = options.inputMode === 'text'
    Object.assign(this.input, options, {
      name: options.id,
      required: true,
      spellcheck: false,
      // Enter in any field submits the payment.
      enterKeyHint: 'go',
      autocapitalize: isText ? 'words' : 'off',
      // Digits run from left to right in every script.
      dir: isText ? '' : 'ltr',
    })
    this.#error.className = 'error'
    this.#error.id = `${options.id}-error`
    this.#control.append(this.input)
    this.root.append(this.#label, this.#control, this.#error)
  }

  /** Puts brand logos at the end of the input, in place of the former ones. */
  adorn(adornment: Element): void {
    for (const former of this.#control.querySelectorAll('.adornment')) former.remove()
    adornment.classList.add('adornment')
    this.#control.append(adornment)
  }

  /** Sets the label and the placeholder. */
  name(label: string, placeholder = ''): void {
    this.#label.textContent = label
    // The input is left-to-right. Isolation marks let a placeholder that consists of words follow the direction of its own script.
    this.input.placeholder = placeholder && `\u2068${placeholder}\u2069`
  }

  /** Shows an error; null removes it. The error line keeps its space, so that nothing moves while the shopper types. */
  show(error: string | null): void {
    if (error !== null) this.#error.textContent = error
    this.#error.style.visibility = error === null ? 'hidden' : ''
    this.input.ariaInvalid = error === null ? null : 'true'
    if (error === null) this.input.removeAttribute('aria-describedby')
    else this.input.setAttribute('aria-describedby', this.#error.id)
  }
}
