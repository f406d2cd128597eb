import {
  type DeviceWalletType,
  deviceWalletTypes,
  type PaymentMethodType,
  paymentMethodTypes,
} from '@billing-checkout/contract'
import { isWalletButtonFramed, routedProcessorFor, type RoutingCriteria } from '../../connections/routed-processor.ts'
import type { Organization } from '../../organization/organization.ts'
import type { Billing } from '../billing.ts'

/**
 * The connection that charges each kind of payment method that a checkout offers. The checkout offers the kinds that the organization wants
 * and that have a route. `sale` is null while nothing is known about the sale. If shoppers type cards into our own fields, the checkout
 * offers no wallet whose button is a script of its processor. The operator configures the `method_kinds` of a connection, because querying
 * Stripe would add a call before every page. If the card frame was loaded for a connection that does not charge this sale, an empty card
 * form reloads immediately. A filled form reloads after the server refuses its card.
 */
export const connectionsByKind = (
  { processors }: Pick<Billing, 'processors'>,
  organization: Organization,
  sale: RoutingCriteria | null,
): ReadonlyMap<PaymentMethodType, string> => {
  const { payment_method_kinds: wanted } = organization.settings
  const offered = paymentMethodTypes
    .filter((kind) => wanted?.includes(kind) ?? true)
    .flatMap((kind) => {
      const processor = routedProcessorFor(processors, organization, { kind, sale })
      return processor === undefined ? [] : [{ kind, processor }]
    })
  // All frames of a page share an origin, so a processor's scripts must not run while shoppers type cards into our own fields.
  const isSealing = offered.some(({ kind, processor }) => kind === 'CARD' && processor.cardEntry === undefined)
  return new Map(
    offered
      .filter(({ kind, processor }) => !(isSealing && isWalletButtonFramed(processor, kind)))
      .map(({ kind, processor }) => [kind, processor.id]),
  )
}

/** The offered wallets whose button is a script of the processor and therefore runs in a frame. */
export const framedKinds = (
  { processors }: Pick<Billing, 'processors'>,
  connections: ReadonlyMap<PaymentMethodType, string>,
): DeviceWalletType[] =>
  deviceWalletTypes.filter((kind) => {
    const connection = connections.get(kind)
    return connection !== undefined && isWalletButtonFramed(processors.of(connection), kind)
  })
