import { html, nothing, type TemplateResult } from 'lit'

/** A field of a form. */
export interface Field {
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly value?: string
  readonly type?: 'text' | 'email' | 'password' | 'search' | 'date' | 'number' | 'url'
  readonly autocomplete?: string
  readonly inputMode?: 'decimal' | 'numeric'
  readonly isOptional?: boolean
  readonly lengthMin?: number
  readonly lengthMax?: number
  readonly isWithFocus?: boolean
}

/** The prefix of field ids; while `drawPageFields` draws, another prefix. A global variable is enough, because drawing is synchronous. */
let idPrefix = 'field'

/** Draws fields of the page itself with their own id prefix, because a dialog over the page may have fields with the same names. */
export const drawPageFields = <Drawn>(draw: () => Drawn): Drawn => {
  idPrefix = 'page-field'
  try {
    return draw()
  } finally {
    idPrefix = 'field'
  }
}

/** A text field with its label and hint. */
export const field = (options: Field): TemplateResult => {
  const { name, label, hint, value = '', type = 'text', autocomplete = 'off', inputMode, isOptional } = options
  return html`<div class="field">
    <label for="${idPrefix}-${name}">${label}</label>
    <input
      id="${idPrefix}-${name}"
      name=${name}
      type=${type}
      .defaultValue=${value}
      autocomplete=${autocomplete as 'off'}
      inputmode=${inputMode ?? nothing}
      minlength=${options.lengthMin ?? nothing}
      maxlength=${options.lengthMax ?? nothing}
      aria-describedby=${hint ? `${idPrefix}-hint-${name}` : nothing}
      ?required=${!isOptional}
      ?autofocus=${options.isWithFocus ?? false}
    />
    ${hint ? html`<p class="hint" id="${idPrefix}-hint-${name}">${hint}</p>` : nothing}
  </div>`
}

/** A selection of one among several choices, with its label. */
export const select = (options: {
  readonly name: string
  readonly label: string
  readonly value?: string
  readonly isRequired?: boolean
  readonly choices: readonly (readonly [value: string, text: string])[]
}): TemplateResult =>
  html`<div class="field">
    <label for="${idPrefix}-${options.name}">${options.label}</label>
    <select id="${idPrefix}-${options.name}" name=${options.name} ?required=${options.isRequired ?? false}>
      ${options.choices.map(
        ([value, text]) => html`<option value=${value} ?selected=${value === (options.value ?? '')}>${text}</option>`,
      )}
    </select>
  </div>`

/** A field of several lines with its label and hint. */
export const textArea = (
  options: Pick<Field, 'name' | 'label' | 'hint' | 'value' | 'lengthMax'> & { readonly lines?: number },
): TemplateResult => {
  const { name, label, hint, value = '', lines = 3, lengthMax } = options
  return html`<div class="field">
    <label for="${idPrefix}-${name}">${label}</label>
    <textarea
      id="${idPrefix}-${name}"
      name=${name}
      rows=${lines}
      .defaultValue=${value}
      maxlength=${lengthMax ?? nothing}
      aria-describedby=${hint ? `${idPrefix}-hint-${name}` : nothing}
    ></textarea>
    ${hint ? html`<p class="hint" id="${idPrefix}-hint-${name}">${hint}</p>` : nothing}
  </div>`
}

/** A checkbox with its label. */
export const checkbox = (name: string, label: string, { value = 'true', isTicked = false } = {}): TemplateResult =>
  html`<label class="check">
    <input type="checkbox" name=${name} value=${value} .defaultChecked=${isTicked} /> ${label}
  </label>`
