import { Problem } from '@billing-checkout/contract'
import { isFramed, nextSealedRouteOf, routeOf, type Sale } from '../../connections/route-of.ts'
import type { Organization } from '../../organization/organization.ts'
import type { ConnectionHeld } from '../../store/reconcile-first/connection-held.ts'
import type { Billing } from '../billing.ts'
import type { ChargeDraft, EnteredMethod, TypedMethod, WalletMethod } from '../charge-input/charge-draft.ts'
import { connectionChanged } from '../charge-input/describe-tokenized.ts'
import { enteredElsewhere, kindNotOffered } from './open-new-method.ts'

interface Routed {
  readonly sale: Sale
  /** Set if no charge may be sent over the first route's connection now. In this case nothing has been committed. */
  readonly heldConnection?: ConnectionHeld | undefined
}

/**
 * Adds to a new method the connection that the organization's routing chooses for this sale. If no charge may be sent over a sealed card's
 * first connection now, this chooses the next route, or throws `heldConnection` if there is none. Throws `connection_changed` if the
 * method's token, or the button of its wallet, belongs to another connection. Whether charges may be sent over the chosen connection now is
 * checked only when the attempt is recorded.
 */
export const routeMethod = (
  { processors }: Billing,
  organization: Organization,
  method: EnteredMethod,
  { sale, heldConnection }: Routed,
): TypedMethod | WalletMethod => {
  const processor = routeOf(processors, organization, { kind: method.type, sale })
  if (processor === undefined) throw kindNotOffered(method.type)
  if (method.connection !== null && method.connection !== processor.id) throw connectionChanged(method.connection)
  if (isSealed(method) && processor.cardEntry !== undefined) throw enteredElsewhere(processor)
  if (method.charged.kind === 'wallet_token' && isFramed(processor, method.charged.type))
    throw new Problem('connection_changed', `${method.type} now pays through the button of ${processor.id}.`)
  if (heldConnection === undefined) return { ...method, connection: processor.id }
  const next = nextSealedRouteOf(processors, organization, sale, heldConnection.connection)
  if (next === undefined) throw heldConnection
  return { ...method, connection: next.id }
}

const isSealed = ({ charged }: Pick<EnteredMethod, 'charged'>): boolean => charged.kind === 'typed_card'

/**
 * Chooses the connection for a sealed card, and the next connection to use if the first certainly did not charge the card (DECISIONS 3).
 * While a connection's circuit breaker is open, sales use the next connection if its breaker is closed; only a few payments still probe the
 * first one (see `Breaker`). Other methods have only one connection.
 */
export const routeSealed = (
  { processors, breakers }: Billing,
  organization: Organization,
  method: TypedMethod,
  { sale, caller }: { readonly sale: Sale; readonly caller: string },
): Pick<ChargeDraft, 'method' | 'nextConnection'> => {
  if (!isSealed(method)) return { method }
  const answering = (after: string) => {
    const next = nextSealedRouteOf(processors, organization, sale, after)
    return next !== undefined && breakers.get(next.id)?.openSince() == null ? next.id : undefined
  }
  const other = answering(method.connection)
  const connection =
    other === undefined || (breakers.get(method.connection)?.mayCharge(caller) ?? true) ? method.connection : other
  return { method: { ...method, connection }, nextConnection: () => answering(connection) }
}

/**
 * Releases the probe of a circuit breaker that {@link routeSealed} may have reserved for a request, because the request charged nothing.
 */
export const releaseBreakerProbe = ({ breakers }: Billing, caller: string): void => {
  for (const breaker of breakers.values()) breaker.leaveProbe(caller)
}
