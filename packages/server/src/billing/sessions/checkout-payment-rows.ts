import { Problem } from '@billing-checkout/contract'
import type { CallerContext } from '../../organization/caller-context.ts'
import { claimsOfSession } from '../../store/entities/claims.ts'
import { lockClientSession } from '../../store/entities/client-sessions.ts'
import { findPlan } from '../../store/entities/plans.ts'
import { loadSubscription, type LockedSubscription, lockSubscription } from '../../store/entities/subscriptions.ts'
import { lookup } from '../../store/queries/lookup.ts'
import type { ClaimRow, ClientSessionRow, CustomerRow, PaymentRow, PlanRow } from '../../store/rows.ts'
import { lockNames } from '../../store/writes/lock-names.ts'
import type { LoadContext, Write } from '../../store/writes/write.ts'
import type { Billing } from '../billing.ts'
import type { EnteredMethod } from '../charge-input/charge-draft.ts'
import type { NetworkAddressRecord } from '../checks/declines-of-address.ts'
import { lockNetworkAddress } from '../checks/refuse-card-testing.ts'
import { customerIdsOfEmail, isKnownOnlyByEmail } from '../checks/refuse-duplicate-purchase.ts'
import { loadBuyer } from '../customers/buyer-of-session.ts'
import { lockName, lockNamesOfCustomer } from '../lock-names-of.ts'
import { refuseClosedSession } from './refuse-unless-open.ts'

/** A locked session that is to be paid, with its earlier payments and claims. */
export interface SessionRows {
  readonly session: ClientSessionRow | undefined
  readonly payments: readonly PaymentRow[]
  readonly claims: readonly ClaimRow[]
}

/** Locks a session and loads its earlier payments and claims, in the round trip that begins the transaction. */
export const lockSessionRows = async (context: LoadContext, id: string): Promise<SessionRows> => {
  // The session is locked first. After that no other request begins a payment of it, so the loaded payments and claims are complete.
  const [session, payments, claims] = await Promise.all([
    lockClientSession(context, id),
    context.find(paymentsOfSession, [id]),
    context.find(claimsOfSession, [id]),
  ])
  return { session, payments, claims }
}

const paymentsOfSession = lookup('payments', ['sessionId'])

/** The rows that decide about a checkout's payment, loaded under the locks of all names that may identify the session's buyer. */
export interface CheckoutPaymentRows {
  readonly session: ClientSessionRow
  /** The session's earlier payments. */
  readonly earlierPayments: readonly PaymentRow[]
  /** The session's customer, if it was known before anything was locked. */
  readonly namedCustomer: CustomerRow | undefined
  readonly subscription: LockedSubscription | undefined
  /** The plan that the session names. */
  readonly plan: PlanRow | undefined
  /** The ids of all customers with the buyer's e-mail address; loaded if only the address identifies the buyer. */
  readonly sameEmail: readonly string[] | undefined
  /** The record of the shopper's network address; loaded if the address was locked. */
  readonly addressRecord: NetworkAddressRecord | undefined
}

/**
 * Locks the names of a session's buyer and loads the rows that decide about the payment. If the session names no customer and no
 * subscription, this takes one round trip. Throws a `Problem` if the session may not be paid.
 */
export const lockCheckoutPaymentRows = async (
  billing: Billing,
  work: Write,
  { session, payments }: SessionRows,
  { call, newMethod }: { readonly call: CallerContext; readonly newMethod: EnteredMethod | null },
): Promise<CheckoutPaymentRows> => {
  if (session === undefined) throw new Problem('not_found', 'There is no such client session.')
  const unfinished = payments.find(({ paymentStatus }) => paymentStatus === 'PENDING')
  refuseClosedSession(work, session, unfinished)
  const { members } = session
  // Names are locked before customers are looked up by the e-mail address. If two sessions are about to create the same customer, the
  // second must find the customer of the first.
  const namedCustomer = await customerNamedBy(work, session)
  const names = [...namesIn(session), ...(namedCustomer ? lockNamesOfCustomer(namedCustomer) : [])]
  const { email, external_id: externalId } = members.customer ?? {}
  // Another request may have created a customer with this external_id, whose name must be locked before the network address. So do not lock
  // the network address here.
  const locksAddress = newMethod !== null && !externalId
  const [, plan, sameEmail, addressRecord] = await Promise.all([
    lockNames(work, names),
    members.plan?.id ? findPlan(work, members.plan.id) : undefined,
    email && isKnownOnlyByEmail(members) ? customerIdsOfEmail(work, email) : undefined,
    locksAddress ? lockNetworkAddress(billing, work, call, fingerprintOf(newMethod)) : undefined,
  ])
  const subscribed = members.subscription?.id
  // The outcome of another payment changes the subscription under the lock of its row alone. So lock the row before quoting and before
  // looking up pending payments.
  const subscription = subscribed ? await lockSubscription(work, subscribed) : undefined
  return { session, earlierPayments: payments, namedCustomer, subscription, plan, sameEmail, addressRecord }
}

const fingerprintOf = (method: EnteredMethod): string | null => (method.kind === 'typed' ? method.fingerprint : null)

/** The session's customer, if it is known before anything is locked. */
const customerNamedBy = async ({ db }: Write, session: ClientSessionRow): Promise<CustomerRow | undefined> => {
  const { customer, subscription } = session.members
  const subscribed = customer?.external_id ? null : subscription?.id
  return loadBuyer(db, session, subscribed ? await loadSubscription(db, subscribed) : undefined)
}

/** The names to lock, for everything that may identify the session's buyer. */
const namesIn = ({ members }: ClientSessionRow): string[] => [
  ...(members.customer?.external_id ? [lockName.externalId(members.customer.external_id)] : []),
  ...(members.customer?.email ? [lockName.email(members.customer.email)] : []),
  ...(members.subscription?.id ? [lockName.subscription(members.subscription.id)] : []),
]
