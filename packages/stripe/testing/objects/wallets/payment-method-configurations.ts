import type { Stripe } from 'stripe'
import type { Books } from '../../books.ts'

/** `GET /v1/payment_method_configurations`: lists the configuration that the dashboard creates by default. */
export const listConfigurations = (books: Books): Stripe.ApiList<Stripe.PaymentMethodConfiguration> => ({
  object: 'list',
  url: '/v1/payment_method_configurations',
  has_more: false,
  data: [configurationOf(books)],
})

const configurationOf = ({ livemode, notEnabled }: Books): Stripe.PaymentMethodConfiguration => {
  const shown = (name: string) => {
    const preference = notEnabled.has(name) ? ('off' as const) : ('on' as const)
    return {
      available: preference === 'on',
      display_preference: { overridable: null, preference, value: preference },
    }
  }
  return {
    id: 'pmc_fake',
    object: 'payment_method_configuration',
    active: true,
    application: null,
    is_default: true,
    livemode,
    name: 'Default',
    parent: null,
    apple_pay: shown('apple_pay'),
    card: shown('card'),
    cashapp: shown('cashapp'),
    google_pay: shown('google_pay'),
    paypal: shown('paypal'),
  } satisfies Stripe.PaymentMethodConfiguration
}
