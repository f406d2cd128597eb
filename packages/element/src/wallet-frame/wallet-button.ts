import type { WalletOffer } from '@billing-checkout/contract'
import type {
  Stripe,
  StripeElementLocale,
  StripeElements,
  StripeElementsOptionsMode,
  StripeExpressCheckoutElementOptions,
} from '@stripe/stripe-js'
import { stripeAmountOptions, recurringRequest } from './sheet-terms.ts'
import type { FramedWalletKind } from './wallet-config.ts'
import type { ButtonState } from './wallet-protocol.ts'

/** What a wallet button needs, and its callbacks. */
export interface WalletButtonOptions {
  readonly kind: FramedWalletKind
  readonly offer: WalletOffer
  /** Stripe's name of the locale. */
  readonly locale: StripeElementLocale
  readonly scheme: 'light' | 'dark'
  /** The origin of the shop's page, used as the address at which to cancel if the offer has none. */
  readonly page: string
  readonly onState: (state: ButtonState) => void
  /** Called if the shopper pressed Escape, because that key press does not reach the page around the frame. */
  readonly onEscape: () => void
  /** Called if Stripe has created a payment method from the wallet's card. */
  readonly onToken: (token: string) => void
}

/** Stripe's name for each wallet. */
const stripeNames = { APPLE_PAY: 'applePay', GOOGLE_PAY: 'googlePay' } as const satisfies Record<
  FramedWalletKind,
  string
>

/** All methods that Stripe's script could offer; the button switches off all except the chosen one. */
const stripeMethods = ['applePay', 'googlePay', 'link', 'paypal', 'amazonPay', 'klarna'] as const

/** Shows Stripe's wallet button in `place`. Resolves once the button is shown, or once it is certain that it will not be shown. */
export const showWalletButton = async (
  stripe: Stripe,
  place: HTMLElement,
  button: WalletButtonOptions,
): Promise<void> => {
  const { kind, onState, onEscape, onToken } = button
  const elements = stripe.elements(elementsOptions(button, place))
  const element = elements.create('expressCheckout', expressOptions(button, place))
  const isShown = new Promise<void>((resolve) => {
    element.on('ready', ({ availablePaymentMethods: available }) => {
      onState(available?.[stripeNames[kind]] ? 'offered' : 'unavailable')
      resolve()
    })
    element.on('loaderror', () => {
      onState('lost')
      resolve()
    })
  })
  // Stripe must open the sheet at once, so all its content was passed before the click.
  element.on('click', ({ resolve }) => resolve())
  element.on('escape', onEscape)
  element.on('confirm', ({ paymentFailed }) => {
    void tokenOf(stripe, elements).then((token) => {
      if (token !== undefined) return onToken(token)
      paymentFailed({ reason: 'fail' })
      onState('failed')
    })
  })
  element.mount(place)
  await isShown
}

/** The id of the payment method that Stripe creates from the confirmation; undefined if it creates none. */
const tokenOf = async (stripe: Stripe, elements: StripeElements): Promise<string | undefined> => {
  try {
    const { error } = await elements.submit()
    if (error !== undefined) return undefined
    return (await stripe.createPaymentMethod({ elements })).paymentMethod?.id
  } catch {
    return undefined
  }
}

const elementsOptions = ({ offer, locale }: WalletButtonOptions, place: HTMLElement): StripeElementsOptionsMode => ({
  ...stripeAmountOptions(offer),
  allowedPaymentMethodTypes: ['card'],
  paymentMethodCreation: 'manual',
  locale,
  appearance: { variables: { borderRadius: getComputedStyle(place).borderRadius } },
})

const expressOptions = (
  { kind, offer, scheme, page }: WalletButtonOptions,
  place: HTMLElement,
): StripeExpressCheckoutElementOptions => {
  const colour = scheme === 'dark' ? 'white' : 'black'
  const recurring = recurringRequest(offer, page)
  return {
    paymentMethods: Object.fromEntries(
      stripeMethods.map((name) => [name, name === stripeNames[kind] ? 'always' : 'never']),
    ),
    buttonHeight: heightOf(place),
    buttonTheme: { applePay: colour, googlePay: colour },
    buttonType: { applePay: 'plain', googlePay: 'plain' },
    layout: { maxColumns: 1, maxRows: 1, overflow: 'never' },
    business: { name: offer.merchant },
    lineItems: [{ name: offer.label, amount: offer.amount }],
    billingAddressRequired: false,
    emailRequired: false,
    phoneNumberRequired: false,
    ...(recurring && { applePay: { recurringPaymentRequest: recurring } }),
  }
}

/** The height of our own fields, within the limits of Stripe's buttons, in pixels. */
const heightOf = (place: HTMLElement): number => {
  const height = Number.parseFloat(getComputedStyle(place).minBlockSize)
  return Math.min(55, Math.max(44, Number.isFinite(height) ? Math.round(height) : 48))
}
