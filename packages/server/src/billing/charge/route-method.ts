import { Problem } from '@billing-checkout/contract'
import { isFramed, nextSealedRouteOf, routeOf, type Sale } from '../../connections/route-of.ts'
import type { Organization } from '../../organization/organization.ts'
import type { ConnectionHeld } from '../../store/reconcile-first/connection-held.ts'
import type { Billing } from '../billing.ts'
import type { ChargeDraft, EnteredMethod, TypedMethod, WalletMethod } from '../charge-input/charge-draft.ts'
import { connectionChanged } from './describe-tokenized.ts'
import { enteredElsewhere, kindNotOffered } from './open-new-method.ts'

/** A sale that is routed. */
interface Routed {
  readonly sale: Sale
  /** Why nothing may be sent over the connection that was chosen before, of whose attempt nothing is committed. */
  readonly heldConnection?: ConnectionHeld | undefined
}

/**
 * A new method with the connection that the organization's routing sends this sale over, or after a connection that is held up, a sealed card
 * with that of the next route. Throws `connection_changed` where that is not the connection which made a token of the card, and why the former
 * is held up where no route leads on. Whether money may move over the connection is decided when its attempt is written.
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
    throw new Problem('connection_changed', `${method.type} is paid with by the button of ${processor.id} now.`)
  if (heldConnection === undefined) return { ...method, connection: processor.id }
  const next = nextSealedRouteOf(processors, organization, sale, heldConnection.connection)
  if (next === undefined) throw heldConnection
  return { ...method, connection: next.id }
}

const isSealed = ({ charged }: Pick<EnteredMethod, 'charged'>): boolean => charged.kind === 'typed_card'

/**
 * A sealed card with its connection, and with where it is charged once that certainly has not (DECISIONS 120). A connection that does not
 * answer any more is passed over where the next one does, except for its probes; see `Breaker`. Every other method has no second connection.
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

/** Reports that a request to which {@link routeSealed} may have given a probe charges nothing. */
export const leaveProbes = ({ breakers }: Billing, caller: string): void => {
  for (const breaker of breakers.values()) breaker.leaveProbe(caller)
}
