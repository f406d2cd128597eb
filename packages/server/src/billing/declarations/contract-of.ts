import { collectedPart, customerCreditIn, isCaptured, required, type WithdrawnContract } from '@billing-checkout/domain'
import type { Organization } from '../../organization/organization.ts'
import type { LockedSubscription } from '../../store/entities/subscriptions.ts'
import { oneOf } from '../../store/queries/one-of.ts'
import type { ConsentRow, PaymentRow } from '../../store/rows.ts'
import type { Write } from '../../store/write.ts'
import type { ConcernedSubscription } from './named-subscriptions.ts'

/** The contract of a subscription, for a withdrawal from it. */
export interface ContractOfSubscription {
  readonly contract: WithdrawnContract
  /** The captured payments that are its charges, in the same order. */
  readonly paid: readonly PaymentRow[]
  /** Whether the plan was changed since the subscription began. The shares of its payments are then not those of their periods. */
  readonly isChanged: boolean
}

/**
 * The latest contract that a subscription is based on, by its consent receipt. Without a receipt of our checkout, the merchant sold it on
 * a page of their own: they are presumed to have given notice there, and the consumer not to have asked for anything at once.
 */
export const contractOf = async (
  work: Write,
  { settings }: Organization,
  { subscription, payments }: ConcernedSubscription,
): Promise<ContractOfSubscription> => {
  const consents = await contractsOf(work, subscription)
  const [latest] = consents
  const concludedAt = latest?.createdAt ?? subscription.createdAt
  const paid = payments
    .filter(({ paymentStatus }) => isCaptured(paymentStatus))
    .filter(({ createdAt }) => latest === undefined || createdAt >= latest.createdAt)
  const hasNotice = latest === undefined || latest.sessionId === null || latest.consent.withdrawal_url !== null
  const soldIn = subscription.countryOfSale === 'ZZ' ? null : subscription.countryOfSale
  return {
    paid,
    isChanged:
      consents.some(({ purpose }) => purpose === 'change_plan') ||
      payments.some(({ purpose, paymentStatus }) => purpose === 'change_plan' && isCaptured(paymentStatus)) ||
      (latest !== undefined && latest.planId !== subscription.planId),
    contract: {
      country: latest?.consent.country ?? soldIn,
      concludedAt,
      noticeAt: hasNotice ? concludedAt : null,
      immediateSupply: latest?.consent.immediate_supply ?? null,
      isConfirmed: settings.emails !== 'send' || (await isConfirmationSent(work, subscription)),
      charges: await chargesOf(work, subscription, paid),
    },
  }
}

/** What shoppers agreed to when they bought the subscription or changed its plan, the latest first. */
const contractsOf = ({ db }: Write, { id }: LockedSubscription): Promise<readonly ConsentRow[]> =>
  db
    .selectFrom('consents')
    .selectAll()
    .where('subscriptionId', '=', id)
    .where('purpose', 'in', ['subscribe', 'change_plan'])
    .orderBy('createdAt', 'desc')
    .execute()

/** Without an email of ours, the merchant confirms the contract. */
const isConfirmationSent = async ({ db }: Write, { id }: LockedSubscription): Promise<boolean> => {
  const sent = await db
    .selectFrom('emails')
    .select('id')
    .where('subscriptionId', '=', id)
    .where('kind', '=', 'order_confirmation')
    .where('status', '=', 'sent')
    .executeTakeFirst()
  return sent !== undefined
}

/** What each payment paid for. The running period may have been moved since it was paid, so it is read from the subscription. */
const chargesOf = async (
  { db }: Write,
  { periodPaymentId, currentPeriodStart, currentPeriodEnd }: LockedSubscription,
  paid: readonly PaymentRow[],
): Promise<WithdrawnContract['charges']> => {
  if (paid.length === 0) return []
  const claims = await db
    .selectFrom('claims')
    .select(['id', 'quote'])
    .where('id', '=', oneOf(paid.map(({ claimId }) => claimId)))
    .execute()
  const quotes = new Map(claims.map(({ id, quote }) => [id, quote]))
  return paid.map((payment) => {
    const { period, draft } = required(quotes.get(payment.claimId), 'claim', payment.claimId)
    const next = draft.nextCharge
    const priced = period ?? (next === null ? null : { start: payment.createdAt, end: next.at })
    const paidMinor = collectedPart(payment)
    return {
      priceMinor: paidMinor + customerCreditIn(draft),
      paidMinor,
      refundedMinor: payment.refundedAmount + payment.disputedAmount,
      period: payment.id === periodPaymentId ? { start: currentPeriodStart, end: currentPeriodEnd } : priced,
    }
  })
}
