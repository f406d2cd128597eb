import type { PaymentMethod } from '@billing-checkout/contract'
import { firstPeriods, subscriptionAfter } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { loadOrganization } from '../organization/load-organization.ts'
import { loadPaymentRow } from '../store/payments.ts'
import type { PaymentRow } from '../store/rows.ts'
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
export const applyPaidPurpose = async (work: Write, paymentId: string, kept: KeptToken | null): Promise<boolean> => {
  const payment = (await loadPaymentRow(work.db, work.organizationId, paymentId))!
  const { quote: claim } = await work.db
    .selectFrom('claims')
    .select('quote')
    .where('organizationId', '=', work.organizationId)
    .where('id', '=', payment.claimId)
    .executeTakeFirstOrThrow()
  const session = payment.sessionId === null ? null : await completeSession(work, payment.sessionId)
  if (session !== null) {
    await overwriteCustomer(work, payment.customerId, session.members)
    await keepTaxAddress(work, payment.customerId, session)
  }
  const methodId = await methodFor(work, payment, kept)
  const became = await applyByPurpose[payment.purpose](work, {
    payment,
    claim,
    methodId,
    metadata: session?.members.subscription?.metadata ?? {},
  })
  return became !== 'unwanted'
}

interface PaidSale {
  readonly payment: PaymentRow
  readonly claim: FrozenClaim
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
  if (kept === null) return null
  const method = await attachMethod(work, {
    customerId: payment.customerId,
    method: payment.paymentMethod!,
    ...kept,
    fingerprint: payment.fingerprint,
  })
  await linkMethod(work, payment, method)
  return method.id
}

const linkMethod = async ({ db, organizationId }: Write, payment: PaymentRow, method: PaymentMethod): Promise<void> => {
  await db
    .updateTable('payments')
    .set({ paymentMethodId: method.id, paymentMethod: JSON.stringify(method) })
    .where('organizationId', '=', organizationId)
    .where('id', '=', payment.id)
    .execute()
}

const openSubscription = async (work: Write, { payment, claim, methodId, metadata }: PaidSale): Promise<void> => {
  const { db, organizationId, now } = work
  const id = newId('sub', work)
  const organization = await loadOrganization(db, organizationId)
  const { terms, withTrial } = claim
  await db
    .insertInto('subscriptions')
    .values({
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
    })
    .execute()
  await db
    .updateTable('payments')
    .set({ subscriptionId: id, searchText: sql<string>`search_text || ${` ${id}`}` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', payment.id)
    .execute()
  await recordSubscription(work, id, 'subscription.created')
}

/** A paid plan change or recovery: the paid plan from now on, in a cycle that starts now (decisions 7 and 9). */
const restartSubscription = async (work: Write, { payment, claim, methodId }: PaidSale): Promise<void> => {
  const subscription = (await lockSubscription(work, payment.subscriptionId!))!
  await work.db
    .updateTable('subscriptions')
    .set({
      status: subscriptionAfter(subscription.status, 'planPaid'),
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
    .where('id', '=', subscription.id)
    .execute()
  await recordSubscription(work, subscription.id, 'subscription.updated')
}

/** Later charges go to a new method. A past-due subscription is never here: its checkout recovers it (decisions 7). */
const replaceMethod = async (work: Write, { payment, methodId }: PaidSale): Promise<void> => {
  await updateSubscription(work, payment.subscriptionId!, { paymentMethodId: methodId })
  await recordSubscription(work, payment.subscriptionId!, 'subscription.updated')
}

/** The next period begins, or the owed one is paid for after all, unless the subscription was cancelled meanwhile. */
const finishPaidRenewal = async (work: Write, { payment, claim }: PaidSale): Promise<'unwanted' | void> => {
  const subscription = (await lockSubscription(work, payment.subscriptionId!))!
  if (!renews(subscription)) {
    await updateSubscription(work, subscription.id, { renewalPaymentId: null })
    return 'unwanted'
  }
  if (subscription.owedClaimId === payment.claimId) return regainPeriod(work, subscription, claim, payment)
  return renewSubscription(work, subscription, claim, payment)
}
