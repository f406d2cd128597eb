import type {
  Stripe,
  StripeCardCvcElementOptions,
  StripeCardExpiryElementOptions,
  StripeElementLocale,
  StripeElements,
  StripeElementStyle,
} from '@stripe/stripe-js'
import type { CardCatalogue, CardMessageKey } from '../../messages/card-catalogue.ts'
import type { HostedCatalogue } from '../../messages/hosted-catalogue.ts'
import { brandRulesOf } from '../brands/brands.ts'
import type { CardBrand } from '../brands/card-brands.ts'
import { digitsOf } from '../fields/digits.ts'
import { Field } from '../fields/field.ts'
import { brandOfStripe } from './stripe/brand-of-stripe.ts'
import { messageOfStripeError } from './stripe/message-of-stripe-error.ts'
import { stripeStyleOf } from './field-style.ts'
import { HostedField } from './hosted-field.ts'

const hostedNames = ['number', 'expiry', 'cvc'] as const
type HostedName = (typeof hostedNames)[number]
type FieldName = HostedName | 'name'
const fieldNames = [...hostedNames, 'name'] as const

/** The fewest digits of a card number. A text with that many digits cannot be a name. */
const shortestNumber = 12

/** The options that all three fields have. */
type FieldOptions = StripeCardExpiryElementOptions & StripeCardCvcElementOptions

/** The form's callbacks. */
export interface HostedFormOptions {
  readonly onChange: () => void
  readonly onFocus: (isFocused: boolean) => void
  /** Called if the shopper presses the button that loads the fields again. */
  readonly onAgain: () => void
}

/** Stripe's three fields and our name field, with their errors and with Stripe's reports about the input. */
export class HostedForm {
  readonly root = document.createElement('form')
  readonly #fields: Readonly<Record<HostedName, HostedField>> = {
    number: new HostedField('number', 'cardNumber'),
    expiry: new HostedField('expiry', 'cardExpiry'),
    cvc: new HostedField('cvc', 'cardCvc'),
  }
  readonly #name = new Field({ id: 'name', autocomplete: 'cc-name', inputMode: 'text', maxLength: 100 })
  readonly #lost = document.createElement('div')
  readonly #lostWords = [document.createElement('p'), document.createElement('p')] as const
  readonly #again = document.createElement('button')
  readonly #options: HostedFormOptions
  readonly #errors = new Map<FieldName, CardMessageKey>()
  readonly #focused = new Set<FieldName>()
  #texts: CardCatalogue
  #group: StripeElements | null = null
  #stripe: Stripe | null = null
  #isDisabled = false
  /** Whether we cleared a rejected security code and Stripe has not reported the change yet. */
  #isRejected = false
  #brand: CardBrand | null = null

  constructor(texts: CardCatalogue, words: HostedCatalogue, options: HostedFormOptions) {
    this.#texts = texts
    this.#options = options
    this.root.noValidate = true
    this.#lost.className = 'lost'
    this.#lost.role = 'alert'
    this.#again.type = 'button'
    this.#again.addEventListener('click', options.onAgain)
    this.#lost.append(...this.#lostWords, this.#again)
    this.root.append(this.#lost, ...hostedNames.map((name) => this.#fields[name].root), this.#name.root)
    this.#name.input.addEventListener('input', () => {
      this.#clear('name')
      options.onChange()
    })
    this.#name.input.addEventListener('focus', () => this.#focus('name', true))
    this.#name.input.addEventListener('blur', () => {
      this.#focus('name', false)
      if (this.#name.input.value !== '') this.#judge('name')
    })
    this.speak(texts, words)
  }

  /** Switches every label and error to another language. */
  speak(texts: CardCatalogue, words: HostedCatalogue): void {
    this.#texts = texts
    this.#lostWords[0].textContent = words.lost
    this.#lostWords[1].textContent = words['lost.why']
    this.#again.textContent = words['lost.again']
    this.#fields.number.name(texts.number, '1234 1234 1234 1234')
    this.#fields.expiry.name(texts.expiry, texts['expiry.hint'])
    this.#fields.cvc.name(texts.cvc, texts[brandRulesOf(this.#brand).cvcLength === 4 ? 'cvc.hint4' : 'cvc.hint3'])
    this.#name.name(texts.name)
    for (const [name, error] of this.#errors) this.#at(name).show(texts[error])
  }

  /** Mounts Stripe's fields; resolves once the shopper can type in all three. */
  async open(stripe: Stripe, locale: StripeElementLocale): Promise<void> {
    for (const name of hostedNames) this.#fields[name].close()
    this.#group = stripe.elements({ locale })
    const style = stripeStyleOf(this.#name.input)
    await Promise.all(hostedNames.map((name) => this.#openField(name, style)))
    this.#stripe = stripe
  }

  async #openField(name: HostedName, style: StripeElementStyle): Promise<void> {
    const field = this.#fields[name]
    const options = { style, placeholder: field.placeholder, disabled: this.#isDisabled } satisfies FieldOptions
    const inner = this.#group?.create(field.type as 'cardNumber', {
      ...options,
      // This checkout does not offer Link, and Link's button would cover the brand's logo.
      ...(name === 'number' && { disableLink: true }),
    })
    if (inner === undefined) return
    const isReady = new Promise<void>((resolve) => inner.on('ready', () => resolve()))
    inner.on('focus', () => this.#focus(name, true))
    inner.on('blur', () => this.#focus(name, false))
    inner.on('change', (change) => {
      field.state = change
      const error = messageOfStripeError(change.error?.code)
      if (error !== undefined) this.#mark(name, error)
      // If we cleared a field, it stays marked as wrong until the shopper types in it.
      else if (!change.empty || !this.#isRejected) this.#clear(name)
      this.#isRejected = false
      this.#showBrand(change.brand)
      this.#options.onChange()
    })
    field.open(inner)
    await isReady
  }

  /** If true, shows that Stripe's fields did not load, with a button to retry; if false, that they are loading. */
  set isAway(isAway: boolean) {
    this.root.classList.toggle('away', isAway)
  }

  /** Sets the language of the texts that Stripe's frames have for screen readers. */
  set locale(locale: StripeElementLocale) {
    this.#group?.update({ locale })
  }

  /** Updates the look of Stripe's fields to match our own. */
  restyle(): void {
    const style = stripeStyleOf(this.#name.input)
    for (const name of hostedNames) this.#fields[name].inner?.update({ style })
  }

  get state(): { readonly brand: CardBrand | null; readonly complete: boolean; readonly empty: boolean } {
    return {
      brand: this.#brand,
      complete: fieldNames.every((name) => this.#errorIn(name) === null),
      empty: hostedNames.every((name) => this.#fields[name].state.empty) && this.#name.input.value === '',
    }
  }

  set disabled(disabled: boolean) {
    if (disabled === this.#isDisabled) return
    this.#isDisabled = disabled
    this.#name.input.readOnly = disabled
    for (const name of hostedNames) this.#fields[name].inner?.update({ disabled })
    this.root.classList.toggle('busy', disabled)
  }

  /** Focuses the first incomplete or wrong field, else the number; if Stripe's fields did not load, the button to retry. */
  focus(): void {
    if (this.root.classList.contains('away')) return this.#again.focus()
    this.#focusAt(fieldNames.find((name) => this.#errorIn(name) !== null) ?? 'number')
  }

  /** Marks the field that the bank rejected. A security code is masked, so its field is cleared and the shopper types the code again. */
  reject(name: HostedName, takesFocus: boolean): void {
    if (name === 'cvc') {
      this.#isRejected = true
      this.#fields.cvc.inner?.clear()
    }
    this.#mark(name, `${name}.invalid`)
    this.#options.onChange()
    if (takesFocus) this.#focusAt(name)
  }

  /**
   * The id of Stripe's payment method for the typed card; `invalid` if a field has an error or Stripe's fields are not there; `failed` if
   * Stripe created no payment method for another reason.
   */
  async enter(): Promise<{ readonly token: string } | 'invalid' | 'failed'> {
    for (const name of fieldNames) this.#judge(name)
    const card = this.#fields.number.inner
    if (this.#stripe === null || card === null || this.#errors.size > 0) {
      this.focus()
      return 'invalid'
    }
    const { paymentMethod, error } = await this.#stripe.createPaymentMethod({
      type: 'card',
      card,
      billing_details: { name: this.#name.input.value.trim() },
    })
    if (paymentMethod !== undefined) return { token: paymentMethod.id }
    const wrong = messageOfStripeError(error?.code) ?? (error?.type === 'card_error' ? 'number.invalid' : undefined)
    if (wrong === undefined) return 'failed'
    const name = wrong.split('.')[0] as HostedName
    this.#mark(name, wrong)
    this.#focusAt(name)
    return 'invalid'
  }

  #at(name: FieldName): HostedField | Field {
    return name === 'name' ? this.#name : this.#fields[name]
  }

  #focusAt(name: FieldName): void {
    if (name === 'name') this.#name.input.focus()
    else this.#fields[name].inner?.focus()
  }

  /**
   * Reports the form's focus. When the focus moves to another frame of Stripe, the loss comes before the gain. So a loss is reported only
   * after 100 ms without a gain.
   */
  #focus(name: FieldName, isFocused: boolean): void {
    if (isFocused) this.#focused.add(name)
    else this.#focused.delete(name)
    if (isFocused) this.#options.onFocus(true)
    else setTimeout(() => this.#focused.size === 0 && this.#options.onFocus(false), 100)
  }

  #judge(name: FieldName): void {
    const error = this.#errorIn(name)
    if (error === null) this.#clear(name)
    else this.#mark(name, error)
  }

  #errorIn(name: FieldName): CardMessageKey | null {
    if (name === 'name') {
      const { value } = this.#name.input
      if (value.trim() === '') return 'name.missing'
      return digitsOf(value).length < shortestNumber ? null : 'name.number'
    }
    const { empty, complete, error } = this.#fields[name].state
    if (empty) return `${name}.missing`
    return messageOfStripeError(error?.code) ?? (complete ? null : `${name}.incomplete`)
  }

  #mark(name: FieldName, error: CardMessageKey): void {
    this.#errors.set(name, error)
    this.#at(name).show(this.#texts[error])
  }

  #clear(name: FieldName): void {
    this.#errors.delete(name)
    this.#at(name).show(null)
  }

  #showBrand(stripeBrand: string | undefined): void {
    if (stripeBrand === undefined) return
    const brand = brandOfStripe(stripeBrand)
    if (brand === this.#brand) return
    this.#brand = brand
    const hint = this.#texts[brandRulesOf(brand).cvcLength === 4 ? 'cvc.hint4' : 'cvc.hint3']
    this.#fields.cvc.name(this.#texts.cvc, hint)
    void this.showMarks()
  }

  /** Shows the logo of the typed brand, with its name for screen readers, or the logos of the most common brands. */
  async showMarks(): Promise<void> {
    // Loaded later: the logos are a fifth of the form's script, and the form works without them.
    const { renderFieldMarks } = await import('../brands/field-marks.ts')
    this.#fields.number.adorn(renderFieldMarks(this.#brand))
  }
}
