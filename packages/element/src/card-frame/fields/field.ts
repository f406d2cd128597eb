/** What one field of the card form needs to know, by the names that its input has for it. */
export interface FieldOptions {
  readonly id: string
  readonly autocomplete: AutoFill
  readonly inputMode: 'numeric' | 'text'
  readonly maxLength: number
}

/** One labelled input with its own line for what is wrong with it. */
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
      // Enter in any field pays.
      enterKeyHint: 'go',
      autocapitalize: isText ? 'words' : 'off',
      // Digits read left to right in every script.
      dir: isText ? '' : 'ltr',
    })
    this.#error.className = 'error'
    this.#error.id = `${options.id}-error`
    this.#control.append(this.input)
    this.root.append(this.#label, this.#control, this.#error)
  }

  /** Puts something at the end of the input: a brand mark, a hint. */
  adorn(adornment: Element): void {
    for (const former of this.#control.querySelectorAll('.adornment')) former.remove()
    adornment.classList.add('adornment')
    this.#control.append(adornment)
  }

  /** Writes the label and the placeholder. */
  name(label: string, placeholder = ''): void {
    this.#label.textContent = label
    // The input itself reads left to right; a hint in words reads as its script does.
    this.input.placeholder = placeholder && `\u2068${placeholder}\u2069`
  }

  /** Says what is wrong, or takes it back with null: its room stays, so that nothing moves while the shopper types on. */
  show(error: string | null): void {
    if (error !== null) this.#error.textContent = error
    this.#error.style.visibility = error === null ? 'hidden' : ''
    this.input.ariaInvalid = error === null ? null : 'true'
    if (error === null) this.input.removeAttribute('aria-describedby')
    else this.input.setAttribute('aria-describedby', this.#error.id)
  }
}
