import { Problem } from '@billing-checkout/contract'
import { isUniqueViolation } from '@billing-checkout/database/errors'
import {
  isWalletButtonFramed,
  nextProcessorForSealedCard,
  routedProcessorFor,
  type RoutingCriteria,
} from '../../connections/routed-processor.ts'
import type { Organization } from '../../organization/organization.ts'
import type { Processor } from '../../processors/processor.ts'
import type { ConnectionUnavailable } from '../../store/reconcile-first/reconcile-first.ts'
import type { Write } from '../../store/writes/write.ts'
import type { Billing } from '../billing.ts'
import type {
  ChargeDraft,
  EnteredMethod,
  PaymentBody,
  StoredMethod,
  CardMethod,
  WalletMethod,
} from '../charge-input/charge-draft.ts'
import { isBuyerNamed } from '../customers/buyer-of-session.ts'
import type { ResolvedSession } from '../quotes/resolve-session.ts'

interface RoutedSale {
  readonly sale: RoutingCriteria
  /** Set if no charge may be sent over the first route's connection now. In this case nothing has been committed. */
  readonly refusedConnection?: ConnectionUnavailable | undefined
}

/**
 * Adds to a new method the connection that the organization's routing chooses for this sale. If no charge may be sent over a sealed card's
 * first connection now, this chooses the next route, or throws `refusedConnection` if there is none. Throws `connection_changed` if the
 * method's token, or the button of its wallet, belongs to another connection. Whether charges may be sent over the chosen connection now is
 * checked only when the attempt is recorded.
 */
export const routeMethod = (
  { processors }: Billing,
  organization: Organization,
  method: EnteredMethod,
  { sale, refusedConnection }: RoutedSale,
): CardMethod | WalletMethod => {
  const processor = routedProcessorFor(processors, organization, { kind: method.type, sale })
  if (processor === undefined) throw kindNotOffered(method.type)
  if (method.connection !== null && method.connection !== processor.id) throw connectionChanged(method.connection)
  if (isSealed(method) && processor.cardEntry !== undefined) throw sealedCardRefused(processor)
  if (method.charged.kind === 'wallet_token' && isWalletButtonFramed(processor, method.charged.type))
    throw new Problem('connection_changed', `${method.type} now pays through the button of ${processor.id}.`)
  if (refusedConnection === undefined) return { ...method, connection: processor.id }
  const next = nextProcessorForSealedCard(processors, organization, sale, refusedConnection.connection)
  if (next === undefined) throw refusedConnection
  return { ...method, connection: next.id }
}

/** The refusal of a method type that this checkout does not offer. */
export const kindNotOffered = (type: string): Problem => {
  const message = `payment_method.type ${type} is not offered here.`
  return new Problem('invalid_parameter', message, {
    details: [{ path: 'body.payment_method.type', code: 'invalid_value', message }],
  })
}

/** The refusal of a sealed card because cards are now entered in the processor's own fields. */
export const sealedCardRefused = ({ id }: Processor): Problem =>
  new Problem('connection_changed', `New cards are entered in the fields of ${id} now, not sealed.`)

/** The refusal of a card that was entered for a connection which the sale no longer uses. */
export const connectionChanged = (connection: string): Problem =>
  new Problem('connection_changed', `New cards are charged over another connection than ${connection} now.`)

const isSealed = ({ charged }: Pick<EnteredMethod, 'charged'>): boolean => charged.kind === 'typed_card'

/**
 * Chooses the connection for a sealed card, and the next connection to use if the first certainly did not charge the card (DECISIONS 3).
 * While a connection's circuit breaker is open, sales use the next connection if its breaker is closed; only a few payments still probe the
 * first one (see `Breaker`). Other methods have only one connection.
 */
export const routeSealedCard = (
  { processors, breakers }: Billing,
  organization: Organization,
  method: CardMethod,
  { sale, caller }: { readonly sale: RoutingCriteria; readonly caller: string },
): Pick<ChargeDraft, 'method' | 'nextConnection'> => {
  if (!isSealed(method)) return { method }
  const answering = (after: string) => {
    const next = nextProcessorForSealedCard(processors, organization, sale, after)
    return next !== undefined && breakers.get(next.id)?.openSince() == null ? next.id : undefined
  }
  const other = answering(method.connection)
  const connection =
    other === undefined || (breakers.get(method.connection)?.maySend(caller) ?? true) ? method.connection : other
  return { method: { ...method, connection }, nextConnection: () => answering(connection) }
}

/**
 * Releases the probe of a circuit breaker that {@link routeSealedCard} may have reserved for a request, because the request charged
 * nothing.
 */
export const releaseBreakerProbe = ({ breakers }: Billing, caller: string): void => {
  for (const breaker of breakers.values()) breaker.leaveProbe(caller)
}

/** The stored method that a shopper pays with. Throws if the request names none, or if the session may not use it. */
export const findStoredMethod = async (
  { db }: Write,
  { customer, session }: ResolvedSession,
  { payment_method: named }: PaymentBody,
): Promise<StoredMethod> => {
  if (named === undefined || !('id' in named)) {
    throw new Problem(
      'payment_method_required',
      'payment_method is required: a sealed card or the id of a stored method.',
    )
  }
  if (session.members.options?.payment_methods_mode === 'new_only') {
    throw new Problem(
      'payment_method_required',
      'This client session takes new payment methods only (options.payment_methods_mode), got the id of a stored one.',
    )
  }
  const row =
    customer && isBuyerNamed(session.members)
      ? await db
          .selectFrom('paymentMethods')
          .selectAll()
          .where('id', '=', named.id)
          .where('customerId', '=', customer.id)
          .where('detachedAt', 'is', null)
          .executeTakeFirst()
      : undefined
  if (row === undefined) throw new Problem('not_found', `There is no payment method ${named.id} of this customer.`)
  return { kind: 'stored', row }
}

/**
 * Records that a sealed card or token was used. Each card or token is accepted once, whatever the payment's outcome, so a copy is
 * worthless.
 */
export const recordSingleUse = (work: Write, { singleUse }: CardMethod): void =>
  work.insert('usedCardTokens', singleUse, (error) =>
    isUniqueViolation(error, 'used_card_tokens_pkey')
      ? new Problem(
          'card_token_invalid',
          'This card was used before; the card frame makes a new sealed card or token for every try.',
        )
      : error,
  )
