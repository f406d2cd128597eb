import { required } from '@billing-checkout/domain'
import { findOrganization } from '../../organization/load-organization.ts'
import { claimById } from '../../store/entities/claims.ts'
import { lockClientSession } from '../../store/entities/client-sessions.ts'
import { findCustomer, lockCustomer } from '../../store/entities/customers.ts'
import { lockPayment } from '../../store/entities/payments.ts'
import { findPlan } from '../../store/entities/plans.ts'
import { lockSubscription } from '../../store/entities/subscriptions.ts'
import { lookup } from '../../store/queries/lookup.ts'
import type { AttemptRow, PaymentRow } from '../../store/rows.ts'
import type { LoadContext } from '../../store/writes/write.ts'
import type { AttemptRows, PaidRows } from '../answered-attempt.ts'
import type { AttemptHolder } from './open-attempt.ts'

/** A locked attempt; `isHeldByCaller` is false if another worker or request has finished it or taken it over. */
export interface LockedAttempt extends AttemptRows {
  readonly isHeldByCaller: boolean
}

/** Locks an attempt and its payment, and loads both with their customer, in one round trip if `hold` names the customer. */
export const lockAttempt = async (context: LoadContext, hold: AttemptHolder): Promise<LockedAttempt> => {
  const [[found], paymentRow, namedCustomer] = await Promise.all([
    context.find(lockedById, [hold.attemptId]),
    lockPayment(context, hold.paymentId),
    hold.customerId === undefined ? undefined : findCustomer(context, hold.customerId),
  ])
  const attempt = required(found, 'attempt', hold.attemptId)
  const payment = required(paymentRow, 'payment', hold.paymentId)
  const customer = namedCustomer ?? (await findCustomer(context, payment.customerId))
  const isHeldByCaller = attempt.state === 'open' && attempt.fence === hold.fence
  return { isHeldByCaller, attempt, payment, customer: required(customer, 'customer of payment', payment.id) }
}

const lockedById = lookup('attempts', ['id'], { lock: 'wait' })

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
    newSubscription:
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

/**
 * Whether another request with the same e-mail address may have paid for the same thing since the payment began. True if the shopper had to
 * approve at their bank or in a wallet, which takes long enough for another purchase. Also true if another payment waited for such an
 * approval when this payment began.
 */
export const mayBeDuplicatePurchase = ({ action, request }: Pick<AttemptRow, 'action' | 'request'>): boolean =>
  action !== null || request.notes.competesWithChallenge === true
