import type { PaymentMethod } from '@billing-checkout/contract'
import { firstPeriods, subscriptionAfter } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { loadOrganization } from '../organization/load-organization.ts'
import type { PaymentRow, SubscriptionRow } from '../store/rows.ts'
import type { FrozenClaim } from '../store/schema.ts'
import { lockSubscription } from '../store/subscriptions.ts'
import { newId, type Write } from '../store/write.ts'
import { attachMethod, type KeptMethod } from './attach-method.ts'
import { completeSession } from './complete-session.ts'
import { noTroubles, renews } from './dun-subscription.ts'
import { overwriteCustomer } from './overwrite-customer.ts'
import { recordSubscription, updateSubscription } from './record-subscription.ts'
import { keepTaxAddress } from './tax-address.ts'
import { regainPeriod, renewSubscription } from './renew-subscription.ts'

/** The token under which a processor kept a card for later charges, and the payment that those will refer to. */
export type KeptToken = Pick<KeptMethod, 'processor' | 'token' | 'networkPaymentId' | 'authenticationId'>

/**
 * Does what a payment was for, in the transaction that records that it was paid (decisions 7 and 9). Answers whether anybody
 * still wants what was paid for: false means that the money has to go back.
 */
export const applyPaidPurpose = async (work: Write, payment: PaymentRow, kept: KeptToken | null): Promise<boolean> => {
  const [claim, session, subscription] = await Promise.all([
    loadClaimed(work, payment),
    payment.sessionId === null ? null : completeSession(work, payment.sessionId),
    payment.subscriptionId === null ? undefined : lockSubscription(work, payment.subscriptionId),
  ])
  if (session !== null) {
    await overwriteCustomer(work, payment.customerId, session.members)
    await keepTaxAddress(work, payment.customerId, session)
  }
  const methodId = await methodFor(work, payment, kept)
  const became = await applyByPurpose[payment.purpose](work, {
    payment,
    claim,
    subscription,
    methodId,
    metadata: session?.members.subscription?.metadata ?? {},
  })
  return became !== 'unwanted'
}

const loadClaimed = async ({ db, organizationId }: Write, { claimId }: PaymentRow): Promise<FrozenClaim> => {
  const { quote } = await db
    .selectFrom('claims')
    .select('quote')
    .where('organizationId', '=', organizationId)
    .where('id', '=', claimId)
    .executeTakeFirstOrThrow()
  return quote
}

interface PaidSale {
  readonly payment: PaymentRow
  readonly claim: FrozenClaim
  /** What the payment was for where there was one before, locked. */
  readonly subscription: SubscriptionRow | undefined
  readonly methodId: string | null
  readonly metadata: object
}

const applyByPurpose: Readonly<
  Record<PaymentRow['purpose'], (work: Write, sale: PaidSale) => Promise<'unwanted' | void>>
> = {
  pay: async () => {},
  subscribe: (work, sale) => openSubscription(work, sale),
  recover: (work, sale) => restartSubscription(work, sale),
  change_plan: (work, sale) => restartSubscription(work, sale),
  resume: (work, sale) => replaceMethod(work, sale),
  update_method: (work, sale) => replaceMethod(work, sale),
  renew: (work, sale) => finishPaidRenewal(work, sale),
}

/** The stored method that was charged, or a new one where the processor has kept the card for later. */
const methodFor = async (work: Write, payment: PaymentRow, kept: KeptToken | null): Promise<string | null> => {
  if (payment.paymentMethodId !== null) return payment.paymentMethodId
  if (kept === null || payment.paymentMethod === null) return null
  const method = await attachMethod(work, {
    customerId: payment.customerId,
    method: payment.paymentMethod,
    ...kept,
    fingerprint: payment.fingerprint,
  })
  linkMethod(work, payment, method)
  return method.id
}

const linkMethod = ({ db, send, organizationId }: Write, payment: PaymentRow, method: PaymentMethod): void => {
  send(
    db
      .updateTable('payments')
      .set({ paymentMethodId: method.id, paymentMethod: JSON.stringify(method) })
      .where('organizationId', '=', organizationId)
      .where('id', '=', payment.id),
  )
}

const openSubscription = async (work: Write, { payment, claim, methodId, metadata }: PaidSale): Promise<void> => {
  const { db, send, organizationId, now } = work
  const id = newId('sub', work)
  const organization = await loadOrganization(db, organizationId)
  const { terms, withTrial } = claim
  send(
    db.insertInto('subscriptions').values({
      organizationId,
      id,
      customerId: payment.customerId,
      planId: payment.planId,
      status: withTrial ? 'trial' : 'active',
      priceAmount: terms.price.amount,
      priceCurrency: terms.price.currency,
      trialPriceAmount: withTrial ? (terms.trial?.price?.amount ?? 0) : null,
      paymentMethodId: methodId,
      ...firstPeriods(terms, payment.createdAt, withTrial),
      periodPaymentId: payment.id,
      balanceAmount: claim.draft.balance,
      attemptCount: 0,
      attemptsMax: organization!.settings.dunning_days.length,
      pastDueSince: null,
      metadata: JSON.stringify(metadata),
      createdAt: now,
      updatedAt: now,
    }),
  )
  send(
    db
      .updateTable('payments')
      .set({ subscriptionId: id, searchText: sql<string>`search_text || ${` ${id}`}` })
      .where('organizationId', '=', organizationId)
      .where('id', '=', payment.id),
  )
  await recordSubscription(work, id, 'subscription.created')
}

/** A paid plan change or recovery: the paid plan from now on, in a cycle that starts now (decisions 7 and 9). */
const restartSubscription = async (
  work: Write,
  { payment, claim, subscription, methodId }: PaidSale,
): Promise<void> => {
  const { id, status } = subscription!
  work.send(
    work.db
      .updateTable('subscriptions')
      .set({
        status: subscriptionAfter(status, 'planPaid'),
        planId: payment.planId,
        priceAmount: claim.terms.price.amount,
        priceCurrency: claim.terms.price.currency,
        ...noTroubles,
        ...firstPeriods(claim.terms, payment.createdAt, false),
        periodPaymentId: payment.id,
        balanceAmount: claim.draft.balance,
        ...(methodId === null ? {} : { paymentMethodId: methodId }),
        updatedAt: work.now,
      })
      .where('organizationId', '=', work.organizationId)
      .where('id', '=', id),
  )
  await recordSubscription(work, id, 'subscription.updated')
}

/** Later charges go to a new method. A past-due subscription is never here: its checkout recovers it (decisions 7). */
const replaceMethod = async (work: Write, { payment, methodId }: PaidSale): Promise<void> => {
  updateSubscription(work, payment.subscriptionId!, { paymentMethodId: methodId })
  await recordSubscription(work, payment.subscriptionId!, 'subscription.updated')
}

/** The next period begins, or the owed one is paid for after all, unless the subscription was cancelled meanwhile. */
const finishPaidRenewal = async (
  work: Write,
  { payment, claim, subscription: locked }: PaidSale,
): Promise<'unwanted' | void> => {
  const subscription = locked!
  if (!renews(subscription)) {
    updateSubscription(work, subscription.id, { renewalPaymentId: null })
    return 'unwanted'
  }
  if (subscription.owedClaimId === payment.claimId) return regainPeriod(work, subscription, claim, payment)
  return renewSubscription(work, subscription, claim, payment)
}
