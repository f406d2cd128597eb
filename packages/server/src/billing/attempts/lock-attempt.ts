import { required } from '@billing-checkout/domain'
import { findOrganization } from '../../organization/load-organization.ts'
import type { Organization } from '../../organization/organization.ts'
import { claimById } from '../../store/entities/claims.ts'
import { lockClientSession } from '../../store/entities/client-sessions.ts'
import { findCustomer, lockCustomer } from '../../store/entities/customers.ts'
import { lockPayment } from '../../store/entities/payments.ts'
import { findPlan } from '../../store/entities/plans.ts'
import { lockSubscription, type LockedSubscription } from '../../store/entities/subscriptions.ts'
import { lookup } from '../../store/queries/lookup.ts'
import type {
  AttemptRow,
  ClaimRow,
  ClientSessionRow,
  CustomerRow,
  PaymentMethodRow,
  PaymentRow,
  PlanRow,
} from '../../store/rows.ts'
import type { LoadContext } from '../../store/writes/write.ts'
import type { AttemptHold } from './open-attempt.ts'

/** An attempt and its payment, both locked, and their customer. */
export interface HeldAttempt {
  readonly attempt: AttemptRow
  readonly payment: PaymentRow
  readonly customer: CustomerRow
}

/** A locked attempt; `isHeld` is false if another worker or request has finished it or taken it over. */
export interface LockedAttempt extends HeldAttempt {
  readonly isHeld: boolean
}

/** Locks and loads everything that finishing an attempt needs, in one round trip. */
export const lockAttempt = async (context: LoadContext, hold: AttemptHold): Promise<LockedAttempt> => {
  const [attempt, paymentRow, namedCustomer] = await Promise.all([
    lockRow(context, hold),
    lockPayment(context, hold.paymentId),
    hold.customerId === undefined ? undefined : findCustomer(context, hold.customerId),
  ])
  const payment = required(paymentRow, 'payment', hold.paymentId)
  const customer = namedCustomer ?? (await findCustomer(context, payment.customerId))
  const isHeld = attempt.state === 'open' && attempt.fence === hold.fence
  return { isHeld, attempt, payment, customer: required(customer, 'customer of payment', payment.id) }
}

const lockRow = async ({ find }: LoadContext, { attemptId }: AttemptHold): Promise<AttemptRow> =>
  required((await find(lockedById, [attemptId]))[0], 'attempt', attemptId)

const lockedById = lookup('attempts', ['id'], { lock: 'wait' })

/** The rows that are read or changed when a paid payment takes effect. Rows that may be changed are locked. */
export interface PaidRows {
  /** Undefined for the purpose `pay`, a one-off purchase. */
  readonly claim: ClaimRow | undefined
  /** The paid session and its customer; undefined for a payment without a session. */
  readonly checkout: { readonly session: ClientSessionRow; readonly customer: CustomerRow } | undefined
  /** The subscription that the payment was for; undefined if the payment opens one. */
  readonly subscription: LockedSubscription | undefined
  /** The customer's stored method with the same fingerprint, if the payment was made with a newly entered method. */
  readonly sameCard: PaymentMethodRow | undefined
  /** The rows needed to create a subscription, if the payment opens one. */
  readonly opens: { readonly organization: Organization; readonly plan: PlanRow } | undefined
}

/**
 * Locks and loads the rows that a paid payment reads or changes, in one round trip. It uses lookups only, so that several charges may share
 * the transaction (DECISIONS 50). The order of the locks is: session, subscription, customer, method.
 */
export const lockPaidRows = async (context: LoadContext, payment: PaymentRow): Promise<PaidRows> => {
  const { purpose, sessionId, subscriptionId, customerId, claimId, planId, fingerprint, paymentMethodId } = payment
  const { find, organizationId } = context
  const [[claim], session, subscription, customer, [sameCard], organization, plan] = await Promise.all([
    purpose === 'pay' ? [] : find(claimById, [claimId]),
    sessionId === null ? undefined : lockClientSession(context, sessionId),
    subscriptionId === null ? undefined : lockSubscription(context, subscriptionId),
    sessionId === null ? undefined : lockCustomer(context, customerId),
    fingerprint === null || paymentMethodId !== null ? [] : find(attachedOfCard, [customerId, fingerprint]),
    purpose === 'subscribe' ? findOrganization(context) : undefined,
    purpose === 'subscribe' ? findPlan(context, planId) : undefined,
  ])
  return {
    claim,
    checkout:
      sessionId === null
        ? undefined
        : {
            session: required(session, 'client session', sessionId),
            customer: required(customer, 'customer of payment', payment.id),
          },
    subscription,
    sameCard,
    opens:
      purpose === 'subscribe'
        ? {
            organization: required(organization, 'organization', organizationId),
            plan: required(plan, 'plan of payment', payment.id),
          }
        : undefined,
  }
}

const attachedOfCard = lookup('paymentMethods', ['customerId', 'fingerprint'], {
  where: 'found.detached_at is null',
  lock: 'wait',
})
