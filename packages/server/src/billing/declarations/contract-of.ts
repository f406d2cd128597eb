import { collectedPart, customerCreditIn, isCaptured, required, type WithdrawnContract } from '@billing-checkout/domain'
import type { Organization } from '../../organization/organization.ts'
import { oneOf } from '../../store/queries/one-of.ts'
import type { ConsentRow, PaymentRow } from '../../store/rows.ts'
import type { Write } from '../../store/write.ts'
import type { ConcernedContract } from './named-contracts.ts'

/** What a withdrawal from a contract is judged by. */
export interface JudgedContract {
  readonly contract: WithdrawnContract
  /** The captured payments that are its charges, in the same order. */
  readonly paid: readonly PaymentRow[]
  /** Whether the plan was changed since the subscription began. The shares of its payments are then not those of their periods. */
  readonly isChanged: boolean
}

/**
 * The contract of a purchase, or the latest one that a subscription is based on, by its consent receipt. Without a receipt of our checkout,
 * the merchant sold it on a page of their own: they are presumed to have given notice there, and the consumer not to have asked for
 * anything at once.
 */
export const contractOf = async (
  work: Write,
  { settings }: Organization,
  concerned: ConcernedContract,
): Promise<JudgedContract> => {
  const { subscription, payments } = concerned
  const consents = await consentsTo(work, concerned)
  const [latest] = consents
  const [first] = payments
  const concludedAt =
    latest?.createdAt ?? required(subscription ?? first, 'contract of declaration', latest?.id ?? 'none').createdAt
  const paid = payments
    .filter(({ paymentStatus }) => isCaptured(paymentStatus))
    .filter(({ createdAt }) => latest === undefined || createdAt >= latest.createdAt)
  const hasNotice = latest === undefined || latest.sessionId === null || latest.consent.withdrawal_url !== null
  const { charges, countryOfSale } = await chargesOf(work, concerned, paid)
  return {
    paid,
    isChanged:
      consents.some(({ purpose }) => purpose === 'change_plan') ||
      payments.some(({ purpose, paymentStatus }) => purpose === 'change_plan' && isCaptured(paymentStatus)) ||
      (latest !== undefined && subscription !== null && latest.planId !== subscription.planId),
    contract: {
      country: latest?.consent.country ?? (countryOfSale === 'ZZ' ? null : countryOfSale),
      concludedAt,
      noticeAt: hasNotice ? concludedAt : null,
      immediateSupply: latest?.consent.immediate_supply ?? null,
      isConfirmed: settings.emails !== 'send' || (await isConfirmationSent(work, concerned)),
      charges,
    },
  }
}

/** What shoppers agreed to when they bought it or changed its plan, the latest first. */
const consentsTo = ({ db }: Write, { subscription, payments }: ConcernedContract): Promise<readonly ConsentRow[]> => {
  const consents = db.selectFrom('consents').selectAll().orderBy('createdAt', 'desc')
  return subscription === null
    ? consents.where('paymentId', '=', oneOf(payments.map(({ id }) => id))).execute()
    : consents
        .where('subscriptionId', '=', subscription.id)
        .where('purpose', 'in', ['subscribe', 'change_plan'])
        .execute()
}

/** Without an email of ours, the merchant confirms the contract. */
const isConfirmationSent = async ({ db }: Write, { subscription, payments }: ConcernedContract): Promise<boolean> => {
  const confirmations = db
    .selectFrom('emails')
    .select('id')
    .where('kind', '=', 'order_confirmation')
    .where('status', '=', 'sent')
  const sent = await (
    subscription === null
      ? confirmations.where('paymentId', '=', oneOf(payments.map(({ id }) => id)))
      : confirmations.where('subscriptionId', '=', subscription.id)
  ).executeTakeFirst()
  return sent !== undefined
}

interface JudgedCharges {
  readonly charges: WithdrawnContract['charges']
  readonly countryOfSale: string | null
}

/** What each payment paid for, and where. The running period may have been moved since it was paid, so it is read from the subscription. */
const chargesOf = async (
  { db }: Write,
  { subscription }: ConcernedContract,
  paid: readonly PaymentRow[],
): Promise<JudgedCharges> => {
  const soldIn = subscription?.countryOfSale ?? null
  if (paid.length === 0) return { charges: [], countryOfSale: soldIn }
  const claims = await db
    .selectFrom('claims')
    .select(['id', 'quote'])
    .where('id', '=', oneOf(paid.map(({ claimId }) => claimId)))
    .execute()
  const quotes = new Map(claims.map(({ id, quote }) => [id, quote]))
  const charges = paid.map((payment) => {
    const { period, draft } = required(quotes.get(payment.claimId), 'claim', payment.claimId)
    const next = draft.nextCharge
    const priced = period ?? (next === null ? null : { start: payment.createdAt, end: next.at })
    const paidMinor = collectedPart(payment)
    return {
      priceMinor: paidMinor + customerCreditIn(draft),
      paidMinor,
      refundedMinor: payment.refundedAmount + payment.disputedAmount,
      period:
        subscription !== null && payment.id === subscription.periodPaymentId
          ? { start: subscription.currentPeriodStart, end: subscription.currentPeriodEnd }
          : priced,
    }
  })
  return { charges, countryOfSale: soldIn ?? claims[0]?.quote.countryOfSale ?? null }
}
