/** One of the split card fields, by Stripe's name of it. */
export type StripeFieldType = 'cardNumber' | 'cardExpiry' | 'cardCvc'

/** What a field reports about its input. */
export interface StripeFieldChange {
  readonly empty: boolean
  readonly complete: boolean
  readonly error?: { readonly code: string } | undefined
  /** Of the number only. */
  readonly brand?: string
}

/** Properties of the letters in a field, by Stripe's name of each. */
export interface StripeLetters {
  readonly color?: string
  readonly fontFamily?: string
  readonly fontSize?: string
  readonly fontVariant?: string
  readonly fontWeight?: string
  readonly lineHeight?: string
  readonly textAlign?: string
}

/** How a field looks: always, and while what is typed in it is wrong. */
export interface StripeFieldStyle {
  readonly base: StripeLetters & {
    readonly '::placeholder': StripeLetters
    readonly ':-webkit-autofill': StripeLetters
  }
  readonly invalid: StripeLetters
}

/** How a field looks and what it hints at. */
export interface StripeFieldOptions {
  readonly style?: StripeFieldStyle
  readonly placeholder?: string
  readonly disabled?: boolean
}

/** Options of a field, with those that Stripe takes only when the field is made. */
export interface NewFieldOptions extends StripeFieldOptions {
  /** For the number only: true keeps Link's button out of the field. */
  readonly disableLink?: true
}

/** A field of Stripe's: an input in a frame of theirs. */
export interface StripeField {
  mount(container: HTMLElement): void
  update(options: StripeFieldOptions): void
  on(event: 'change', handler: (change: StripeFieldChange) => void): unknown
  on(event: 'ready' | 'focus' | 'blur', handler: () => void): unknown
  focus(): void
  clear(): void
  destroy(): void
}

/** What becomes of a card: a payment method, or an error by Stripe's code. */
export interface StripeMethodResult {
  readonly paymentMethod?: { readonly id: string } | undefined
  readonly error?: { readonly type: string; readonly code?: string | undefined } | undefined
}

/** The fields of one form. */
export interface StripeFields {
  create(type: StripeFieldType, options: NewFieldOptions): StripeField
  update(options: { readonly locale: string }): void
}

/** Of Stripe's script, what the card frame uses. */
export interface StripeJs {
  elements(options: { readonly locale: string }): StripeFields
  createPaymentMethod(options: {
    readonly type: 'card'
    readonly card: StripeField
    readonly billing_details: { readonly name: string }
  }): Promise<StripeMethodResult>
}

/** Makes the use of Stripe's script for one account. */
export type OpenStripe<Used = StripeJs> = (publishableKey: string, options?: { readonly stripeAccount: string }) => Used

/** Loads Stripe's script, once; rejects if it does not load. */
export const loadStripeJs = async <Used = StripeJs>(url: string): Promise<OpenStripe<Used>> => {
  const find = () => (window as { readonly Stripe?: OpenStripe<Used> }).Stripe
  if (find() === undefined) {
    const script = document.createElement('script')
    await new Promise((resolve, reject) => {
      script.addEventListener('load', resolve)
      script.addEventListener('error', reject)
      // Where the browser knows trusted types, the document's one policy has to agree to the address.
      script.src = url
      document.head.append(script)
    }).finally(() => script.remove())
  }
  const openStripe = find()
  if (openStripe === undefined) throw new Error('it is not the script of Stripe')
  return openStripe
}
