import { type PaymentMethodType, paymentMethodTypes } from '@billing-checkout/contract'
import { routeOf, type Sale } from '../../connections/route-of.ts'
import type { Organization } from '../../organization/organization.ts'
import type { Billing } from '../billing.ts'

/**
 * The kinds of payment method that a checkout offers, those that the organization wants and a route leads to, each with the connection
 * that charges it. Null for a sale of which nothing is known yet.
 */
export const connectionsByKind = (
  { processors }: Pick<Billing, 'processors'>,
  organization: Organization,
  sale: Sale | null,
): ReadonlyMap<PaymentMethodType, string> => {
  const { payment_method_kinds: wanted } = organization.settings
  return new Map(
    paymentMethodTypes
      .filter((kind) => wanted?.includes(kind) ?? true)
      .flatMap((kind) => {
        const processor = routeOf(processors, organization, { kind, sale })
        return processor === undefined ? [] : [[kind, processor.id] as const]
      }),
  )
}
