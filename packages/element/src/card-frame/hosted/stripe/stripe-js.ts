/** The name of one of Stripe's split card fields. */
export type StripeFieldType = 'cardNumber' | 'cardExpiry' | 'cardCvc'

/** What a field reports about its input. */
export interface StripeFieldChange {
  readonly empty: boolean
  readonly complete: boolean
  readonly error?: { readonly code: string } | undefined
  /** Only set by the number field. */
  readonly brand?: string
}

/** Text styles in a field, by Stripe's names. */
export interface StripeLetters {
  readonly color?: string
  readonly fontFamily?: string
  readonly fontSize?: string
  readonly fontVariant?: string
  readonly fontWeight?: string
  readonly lineHeight?: string
  readonly textAlign?: string
}

/** The look of a field in general, and while its input is invalid. */
export interface StripeFieldStyle {
  readonly base: StripeLetters & {
    readonly '::placeholder': StripeLetters
    readonly ':-webkit-autofill': StripeLetters
  }
  readonly invalid: StripeLetters
}

/** The look of a field, and its placeholder. */
export interface StripeFieldOptions {
  readonly style?: StripeFieldStyle
  readonly placeholder?: string
  readonly disabled?: boolean
}

/** Options of a new field, including those that cannot be changed later. */
export interface NewFieldOptions extends StripeFieldOptions {
  /** Only for the number: keeps Link's button out of the field. */
  readonly disableLink?: true
}

/** One of Stripe's fields: an input in a frame from Stripe. */
export interface StripeField {
  mount(container: HTMLElement): void
  update(options: StripeFieldOptions): void
  on(event: 'change', handler: (change: StripeFieldChange) => void): unknown
  on(event: 'ready' | 'focus' | 'blur', handler: () => void): unknown
  focus(): void
  clear(): void
  destroy(): void
}

/** Stripe's result for a card: a payment method, or an error with Stripe's code. */
export interface StripeMethodResult {
  readonly paymentMethod?: { readonly id: string } | undefined
  readonly error?: { readonly type: string; readonly code?: string | undefined } | undefined
}

/** Stripe's group of the fields of one form. */
export interface StripeFields {
  create(type: StripeFieldType, options: NewFieldOptions): StripeField
  update(options: { readonly locale: string }): void
}

/** The part of Stripe's script that the card frame uses. */
export interface StripeJs {
  elements(options: { readonly locale: string }): StripeFields
  createPaymentMethod(options: {
    readonly type: 'card'
    readonly card: StripeField
    readonly billing_details: { readonly name: string }
  }): Promise<StripeMethodResult>
}

/** Stripe's global function, which returns the script's interface for one account. */
export type OpenStripe<Used = StripeJs> = (publishableKey: string, options?: { readonly stripeAccount: string }) => Used

/** Loads Stripe's script, once; rejects if it does not load. */
export const loadStripeJs = async <Used = StripeJs>(url: string): Promise<OpenStripe<Used>> => {
  const find = () => (window as { readonly Stripe?: OpenStripe<Used> }).Stripe
  if (find() === undefined) {
    const script = document.createElement('script')
    await new Promise((resolve, reject) => {
      script.addEventListener('load', resolve)
      script.addEventListener('error', reject)
      // In browsers with Trusted Types, the document's default policy must allow this address.
      script.src = url
      document.head.append(script)
    }).finally(() => script.remove())
  }
  const openStripe = find()
  if (openStripe === undefined) throw new Error('it is not the script of Stripe')
  return openStripe
}
