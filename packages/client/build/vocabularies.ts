import * as contract from '@billing-checkout/contract'

/** The vocabularies of the interface: the name of each type, a description, and its values. */
export const vocabularies: readonly (readonly [name: string, about: string, values: readonly string[]])[] = [
  ['CountryCode', 'A country as ISO 3166-1 names it with two letters.', contract.countryCodes],
  ['CurrencyCode', 'A currency that a payment may be in, as ISO 4217 names it.', contract.currencyCodes],
  ['SubscriptionStatus', 'A status of a subscription.', contract.subscriptionStatuses],
  ['PaymentStatus', 'A status of a payment.', contract.paymentStatuses],
  ['PaymentType', 'Who initiated a payment: `MIT` the merchant, `CIT` the customer.', contract.paymentTypes],
  ['PaymentTokenType', 'What stood for the card towards the processor.', contract.paymentTokenTypes],
  ['PaymentMethodType', 'A kind of payment method.', contract.paymentMethodTypes],
  ['AccountType', 'A kind of payment method that is an account.', contract.accountTypes],
  ['DeviceWalletType', 'A kind of payment method that is a wallet of a device.', contract.deviceWalletTypes],
  ['RefundStatus', 'A status of a refund.', contract.refundStatuses],
  ['CheckoutPhase', 'A phase of a checkout.', contract.checkoutPhases],
  ['CheckoutPurpose', 'What a client session is for.', contract.checkoutPurposes],
  ['PlanType', 'Whether a plan is charged once or at every interval.', contract.planTypes],
  ['IntervalUnit', 'A unit of a billing interval.', contract.intervalUnits],
  ['ProrationBillingMode', 'How a change of plan is billed.', contract.prorationBillingModes],
  ['DigitalSupply', 'What is supplied before the time for withdrawal is over.', contract.digitalSupplies],
  ['DisputeReason', 'Why a payer objects to a payment.', contract.disputeReasons],
  ['DisputeStatus', 'A status of a dispute.', contract.disputeStatuses],
  ['DeclineCode', 'Why a payment was declined.', Object.keys(contract.declines)],
  ['AdviceCode', 'Whether trying again may help.', contract.adviceCodes],
  ['EventType', 'A type of event.', contract.eventTypes],
  ['ProblemCode', 'A code of an error. Codes are permanent.', Object.keys(contract.problems)],
]
