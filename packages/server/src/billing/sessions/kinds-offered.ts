import type { PaymentMethodType } from '@billing-checkout/contract'
import type { Organization } from '../../organization/organization.ts'
import type { Billing } from '../billing.ts'

/** The kinds of payment method that a checkout offers: those that the processor can charge and the organization wants. */
export const kindsOffered = (
  { processors }: Pick<Billing, 'processors'>,
  { settings }: Organization,
): readonly PaymentMethodType[] =>
  processors.forNewMethods.methodKinds.filter((kind) => settings.payment_method_kinds?.includes(kind) ?? true)
