/** The wallets of Stripe's Express Checkout Element, by Stripe's names. */
export type ExpressWallet = 'applePay' | 'googlePay'

/** One charge in the sheet of Apple Pay, in the units of Stripe's API, and how it recurs. */
export interface AppleBilling {
  readonly label: string
  readonly amount: number
  readonly recurringPaymentStartDate?: Date
  readonly recurringPaymentEndDate?: Date
  readonly recurringPaymentIntervalUnit?: 'day' | 'month' | 'year'
  readonly recurringPaymentIntervalCount?: number
}

/** The later charges that Apple Pay shows, and stores in the wallet. */
export interface AppleRecurringRequest {
  readonly paymentDescription: string
  readonly managementURL: string
  readonly regularBilling: AppleBilling
  readonly trialBilling?: AppleBilling
}

/** The charge that the sheet shows to the shopper, before any object exists at Stripe. */
export interface ElementsOptions {
  readonly mode: 'payment' | 'setup'
  /** In the units of Stripe's API; absent if nothing is due. */
  readonly amount?: number
  readonly currency: string
  readonly setupFutureUsage?: 'off_session'
  readonly allowedPaymentMethodTypes: ['card']
  readonly paymentMethodCreation: 'manual'
  readonly locale: string
  readonly appearance: { readonly variables: { readonly borderRadius: string } }
}

/** The look of the button, and the texts of its sheet. */
export interface ExpressOptions {
  readonly paymentMethods: Readonly<Record<string, 'always' | 'never'>>
  readonly buttonHeight: number
  readonly buttonTheme: Readonly<Record<ExpressWallet, 'black' | 'white'>>
  readonly buttonType: Readonly<Record<ExpressWallet, 'plain'>>
  readonly layout: { readonly maxColumns: 1; readonly maxRows: 1; readonly overflow: 'never' }
  readonly business: { readonly name: string }
  readonly lineItems: { readonly name: string; readonly amount: number }[]
  readonly billingAddressRequired: false
  readonly emailRequired: false
  readonly phoneNumberRequired: false
  readonly applePay?: { readonly recurringPaymentRequest: AppleRecurringRequest }
}

/** Stripe's Express Checkout Element. */
export interface ExpressElement {
  mount(container: HTMLElement): void
  on(event: 'ready', handler: (event: ReadyEvent) => void): unknown
  on(event: 'click', handler: (event: { readonly resolve: () => void }) => void): unknown
  on(event: 'confirm', handler: (event: ConfirmEvent) => void): unknown
  on(event: 'escape' | 'loaderror', handler: () => void): unknown
}

interface ReadyEvent {
  readonly availablePaymentMethods?: Readonly<Partial<Record<ExpressWallet, boolean>>> | undefined
}

interface ConfirmEvent {
  readonly paymentFailed: (payload?: { readonly reason: 'fail' }) => void
}

/** Stripe's group of the elements of one payment. */
export interface ExpressElements {
  create(type: 'expressCheckout', options: ExpressOptions): ExpressElement
  submit(): Promise<{ readonly error?: object }>
}

/** The part of Stripe's script that the wallet frame uses. */
export interface ExpressStripe {
  elements(options: ElementsOptions): ExpressElements
  createPaymentMethod(options: { readonly elements: ExpressElements }): Promise<{
    readonly paymentMethod?: { readonly id: string } | undefined
    readonly error?: object | undefined
  }>
}
