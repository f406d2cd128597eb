import type {
  Appearance,
  ButtonThemeOption,
  CreatePaymentMethodCardData,
  ExpressCheckoutPaymentMethodsOption,
  LayoutOption,
  StripeCardCvcElementOptions,
  StripeCardExpiryElementOptions,
  StripeCardNumberElementOptions,
  StripeCardNumberElementUpdateOptions,
  StripeConstructorOptions,
  StripeElementClasses,
  StripeElementCSSProperties,
  StripeElementLocale,
  StripeElementsOptionsMode,
  StripeElementStyle,
  StripeElementStyleVariant,
  StripeExpressCheckoutElementOptions,
} from '@stripe/stripe-js'

/** The names of a type's members; for a union, the names of each of its types. */
type Names<Type> = readonly (Type extends unknown ? keyof Type & string : never)[]

type BillingDetails = Exclude<CreatePaymentMethodCardData['billing_details'], '' | undefined>
type Recurring = NonNullable<NonNullable<StripeExpressCheckoutElementOptions['applePay']>['recurringPaymentRequest']>
type Billing = Recurring['regularBilling']

const style = ['base', 'complete', 'empty', 'invalid'] as const satisfies Names<StripeElementStyle>
const fieldOptions = [
  'style',
  'placeholder',
  'disabled',
  'classes',
] as const satisfies Names<StripeCardExpiryElementOptions> & Names<StripeCardCvcElementOptions>

/**
 * Every option that the stand-in for Stripe's script knows. TypeScript checks each list against the types of the served Stripe.js release,
 * so the stand-in accepts no option that Stripe refuses.
 */
export const knownOptions = {
  constructor: ['stripeAccount'] satisfies Names<StripeConstructorOptions>,
  elements: [
    'locale',
    'mode',
    'amount',
    'currency',
    'setupFutureUsage',
    'allowedPaymentMethodTypes',
    'paymentMethodCreation',
    'appearance',
  ] satisfies Names<StripeElementsOptionsMode>,
  appearance: ['variables'] satisfies Names<Appearance>,
  variables: ['borderRadius'] satisfies Names<NonNullable<Appearance['variables']>>,
  field: fieldOptions,
  numberField: [...fieldOptions, 'disableLink'] satisfies Names<StripeCardNumberElementOptions>,
  updatedField: fieldOptions satisfies Names<StripeCardNumberElementUpdateOptions>,
  style,
  pseudos: [
    ':hover',
    ':focus',
    '::placeholder',
    '::selection',
    ':-webkit-autofill',
    ':disabled',
    '::-ms-clear',
  ] satisfies Names<StripeElementStyleVariant>,
  properties: [
    'backgroundColor',
    'color',
    'fontFamily',
    'fontSize',
    'fontSmoothing',
    'fontStyle',
    'fontVariant',
    'fontWeight',
    'iconColor',
    'lineHeight',
    'letterSpacing',
    'textAlign',
    'textDecoration',
    'textShadow',
    'textTransform',
  ] satisfies Names<StripeElementCSSProperties>,
  classes: ['base', 'complete', 'empty', 'focus', 'invalid', 'webkitAutofill'] satisfies Names<StripeElementClasses>,
  locales:
    'auto ar bg cs da de el en en-AU en-CA en-NZ en-GB es es-ES es-419 et fi fil fr fr-CA fr-FR he hu hr id it it-IT ja ko lt lv ms mt nb nl no pl pt pt-BR ro ru sk sl sv th tr vi zh zh-HK zh-TW'.split(
      ' ',
    ) as readonly StripeElementLocale[],
  express: [
    'applePay',
    'billingAddressRequired',
    'business',
    'buttonHeight',
    'buttonTheme',
    'buttonType',
    'emailRequired',
    'layout',
    'lineItems',
    'paymentMethods',
    'phoneNumberRequired',
  ] satisfies Names<StripeExpressCheckoutElementOptions>,
  expressMethods: [
    'amazonPay',
    'applePay',
    'googlePay',
    'klarna',
    'link',
    'paypal',
  ] satisfies Names<ExpressCheckoutPaymentMethodsOption>,
  layout: ['maxColumns', 'maxRows', 'overflow'] satisfies Names<LayoutOption>,
  business: ['name'] satisfies Names<NonNullable<StripeExpressCheckoutElementOptions['business']>>,
  buttons: ['applePay', 'googlePay', 'paypal'] satisfies Names<ButtonThemeOption>,
  recurring: [
    'paymentDescription',
    'managementURL',
    'regularBilling',
    'trialBilling',
    'billingAgreement',
  ] satisfies Names<Recurring>,
  billing: [
    'label',
    'amount',
    'recurringPaymentStartDate',
    'recurringPaymentEndDate',
    'recurringPaymentIntervalUnit',
    'recurringPaymentIntervalCount',
  ] satisfies Names<Billing>,
  units: ['year', 'month', 'day', 'hour', 'minute'] satisfies readonly NonNullable<
    Billing['recurringPaymentIntervalUnit']
  >[],
  billingDetails: ['name', 'email', 'phone', 'address'] satisfies Names<BillingDetails>,
  address: ['city', 'country', 'line1', 'line2', 'postal_code', 'state'] satisfies Names<
    Exclude<BillingDetails['address'], '' | undefined>
  >,
} as const
