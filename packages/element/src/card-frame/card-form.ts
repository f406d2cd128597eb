import type { CardCatalogue, CardMessageKey } from '../messages/card-catalogue.ts'
import { brandOfNumber, brandRulesOf } from './brands/brands.ts'
import type { CardBrand } from './brands/card-brands.ts'
import { caretAfterFormatting } from './fields/caret.ts'
import { cardNumberErrorIn, formatCardNumber } from './fields/card-number.ts'
import { digitsOf } from './fields/digits.ts'
import { formatExpiry, readExpiry, type YearMonth } from './fields/expiry.ts'
import { Field } from './fields/field.ts'
import type { PlainCard } from './seal-card.ts'

/** The fewest and the most digits of a card number. A text with at least `shortestNumber` digits cannot be a name. */
const [shortestNumber, longestNumber] = [12, 19]
const fieldNames = ['number', 'expiry', 'cvc', 'name'] as const
type FieldName = (typeof fieldNames)[number]

/** The state that the form reports to the page: the brand, and whether the card is complete or empty. Never the typed text. */
export interface CardFormState {
  readonly brand: CardBrand | null
  readonly complete: boolean
  readonly empty: boolean
}

/** The four fields, with their values and errors. */
export class CardForm {
  readonly root = document.createElement('form')
  readonly #fields: Readonly<Record<FieldName, Field>> = {
    number: new Field({ id: 'number', autocomplete: 'cc-number', inputMode: 'numeric', maxLength: 40 }),
    expiry: new Field({ id: 'expiry', autocomplete: 'cc-exp', inputMode: 'numeric', maxLength: 12 }),
    cvc: new Field({ id: 'cvc', autocomplete: 'cc-csc', inputMode: 'numeric', maxLength: 8 }),
    name: new Field({ id: 'name', autocomplete: 'cc-name', inputMode: 'text', maxLength: 100 }),
  }
  readonly #summary = document.createElement('p')
  readonly #now: () => YearMonth
  readonly #onChange: (state: CardFormState) => void
  readonly #errors = new Map<FieldName, CardMessageKey>()
  #texts: CardCatalogue
  #brand: CardBrand | null = null
  /** The digits of the number when it was last formatted. */
  #number = ''

  constructor(texts: CardCatalogue, now: () => YearMonth, onChange: (state: CardFormState) => void) {
    this.#texts = texts
    this.#now = now
    this.#onChange = onChange
    this.root.noValidate = true
    this.#summary.className = 'summary'
    this.#summary.role = 'status'
    this.root.append(...fieldNames.map((name) => this.#fields[name].root), this.#summary)
    for (const name of fieldNames) this.#listenTo(name)
    this.#fields.number.input.addEventListener('paste', (event) => void this.#paste(event))
    this.speak(texts)
  }

  /** Switches every label and error to another language. */
  speak(texts: CardCatalogue): void {
    this.#texts = texts
    this.#fields.number.name(texts.number, '1234 1234 1234 1234')
    this.#fields.expiry.name(texts.expiry, texts['expiry.hint'])
    this.#fields.cvc.name(texts.cvc, texts[brandRulesOf(this.#brand).cvcLength === 4 ? 'cvc.hint4' : 'cvc.hint3'])
    this.#fields.name.name(texts.name)
    for (const [name, error] of this.#errors) this.#fields[name].show(texts[error])
  }

  get state(): CardFormState {
    return {
      brand: brandOfNumber(this.#digits('number')),
      complete: fieldNames.every((name) => this.#errorOf(name) === null),
      empty: fieldNames.every((name) => this.#fields[name].input.value === ''),
    }
  }

  set disabled(disabled: boolean) {
    // Read-only instead of disabled, because a disabled field would lose the focus and the shopper could not continue from there.
    for (const name of fieldNames) this.#fields[name].input.readOnly = disabled
    this.root.classList.toggle('busy', disabled)
  }

  focus(): void {
    const firstOpen = fieldNames.find((name) => this.#errorOf(name) !== null) ?? 'number'
    this.#fields[firstOpen].input.focus()
  }

  /** Enters these texts as though the shopper had typed them. A name that the shopper typed is kept. */
  write(texts: Partial<Readonly<Record<FieldName, string>>>): void {
    for (const name of fieldNames) {
      const { [name]: text } = texts
      if (text === undefined) continue
      const { input } = this.#fields[name]
      if (name === 'name') input.value ||= text
      else input.value = this.#formatted(name, text)
      this.#judge(name)
    }
    this.#number = this.#digits('number')
    this.#changed()
  }

  /** Marks the field that the bank rejected. A security code is masked, so its field is cleared and the shopper types the code again. */
  reject(name: 'number' | 'expiry' | 'cvc', takesFocus: boolean): void {
    const { input } = this.#fields[name]
    if (name === 'cvc') input.value = ''
    this.#mark(name, `${name}.invalid`)
    this.#onChange(this.state)
    if (takesFocus) input.focus()
  }

  /** The typed card. If something is wrong, returns null; the form then shows all errors and focuses the first wrong field. */
  read(): PlainCard | null {
    for (const name of fieldNames) this.#judge(name)
    this.#summarize()
    const expiry = readExpiry(this.#fields.expiry.input.value, this.#now())
    if (this.#errors.size > 0 || typeof expiry === 'string') {
      this.#fields[fieldNames.find((name) => this.#errors.has(name)) ?? 'number'].input.focus()
      return null
    }
    return {
      number: this.#digits('number'),
      exp_month: expiry.month,
      exp_year: expiry.year,
      cvc: this.#digits('cvc'),
      name: this.#fields.name.input.value.trim() || null,
    }
  }

  /** Announces all errors at once, because a screen reader only reads the error of the focused field. */
  #summarize(): void {
    const errors = fieldNames.flatMap((name) => this.#errors.get(name) ?? [])
    this.#summary.textContent = errors.length > 1 ? errors.map((error) => this.#texts[error]).join(' ') : ''
  }

  #listenTo(name: FieldName): void {
    const { input } = this.#fields[name]
    input.addEventListener('input', (event) => {
      this.#format(name, event instanceof InputEvent ? event.inputType : '')
      this.#clear(name)
      this.#changed()
    })
    input.addEventListener('blur', () => {
      if (name === 'expiry') input.value = formatExpiry(input.value)
      if (input.value !== '') this.#judge(name)
    })
  }

  /** Fills three fields if the shopper pastes a whole card. */
  async #paste(event: ClipboardEvent): Promise<void> {
    const pasted = event.clipboardData?.getData('text') ?? ''
    const text = [...pasted].map((one) => digitsOf(one) || one).join('')
    if (digitsOf(text).length <= longestNumber || this.root.className === 'busy') return
    event.preventDefault()
    // Loaded on demand, because few shoppers paste a whole card.
    const card = await import('./fields/read-card.ts').then(({ readCard }) => readCard(text)).catch(() => null)
    if (card) return this.write(card)
    this.#fields.number.input.value = text
    this.#format('number', '')
    this.#changed()
  }

  #format(name: FieldName, inputType: string): void {
    if (name === 'name') return
    const { input } = this.#fields[name]
    let typed = input.value
    let caret = input.selectionStart ?? typed.length
    // The shopper deleted only a space between groups, which formatting would insert again. So delete the digit before it.
    if (inputType === 'deleteContentBackward' && name === 'number' && digitsOf(typed) === this.#number) {
      const before = typed.slice(0, caret).replace(/\d\D*$/, '')
      typed = before + typed.slice(caret)
      caret = before.length
    }
    const formatted = inputType.startsWith('delete') && name === 'expiry' ? typed : this.#formatted(name, typed)
    if (name === 'number') this.#number = digitsOf(formatted)
    if (formatted === input.value) return
    input.value = formatted
    const place = caretAfterFormatting(formatted, typed, caret)
    input.setSelectionRange(place, place)
  }

  #formatted(name: Exclude<FieldName, 'name'>, typed: string): string {
    if (name === 'number') return formatCardNumber(typed)
    if (name === 'expiry') return formatExpiry(typed)
    const brand = brandOfNumber(this.#digits('number'))
    return digitsOf(typed).slice(0, brand === null ? 4 : brandRulesOf(brand).cvcLength)
  }

  #judge(name: FieldName): void {
    const error = this.#errorOf(name)
    if (error === null) this.#clear(name)
    else this.#mark(name, error)
  }

  #mark(name: FieldName, error: CardMessageKey): void {
    this.#errors.set(name, error)
    this.#fields[name].show(this.#texts[error])
  }

  #clear(name: FieldName): void {
    this.#errors.delete(name)
    this.#fields[name].show(null)
  }

  #errorOf(name: FieldName): CardMessageKey | null {
    const { value } = this.#fields[name].input
    if (name === 'number') return withPrefix('number', cardNumberErrorIn(value))
    if (name === 'expiry') {
      const expiry = readExpiry(value, this.#now())
      return typeof expiry === 'string' ? withPrefix('expiry', expiry) : null
    }
    if (name === 'name') {
      if (value.trim() === '') return 'name.missing'
      return this.#digits(name).length < shortestNumber ? null : 'name.number'
    }
    const length = this.#digits('cvc').length
    if (length === 0) return 'cvc.missing'
    return length < brandRulesOf(brandOfNumber(this.#digits('number'))).cvcLength ? 'cvc.incomplete' : null
  }

  #digits(name: FieldName): string {
    return digitsOf(this.#fields[name].input.value)
  }

  #changed(): void {
    this.#showBrand()
    this.#onChange(this.state)
  }

  #showBrand(): void {
    const { brand } = this.state
    if (brand === this.#brand) return
    this.#brand = brand
    this.speak(this.#texts)
    void this.showMarks()
  }

  /** Shows the logo of the typed brand, with its name for screen readers, or the logos of the most common brands. */
  async showMarks(): Promise<void> {
    // Loaded later: the logos are a fifth of the form's script, and the form works without them.
    const { renderFieldMarks } = await import('./brands/field-marks.ts')
    this.#fields.number.adorn(renderFieldMarks(this.#brand))
  }
}

const withPrefix = <Name extends 'number' | 'expiry', Rule extends string>(
  name: Name,
  error: Rule | null,
): `${Name}.${Rule}` | null => (error === null ? null : `${name}.${error}`)
