import type { EmailKind } from '@billing-checkout/contract'
import {
  type ChargeOfContract,
  collectedPart,
  customerCreditSpentBy,
  isCaptured,
  type ChangeWithdrawalOutcome,
  judgeWithdrawalFromChange,
  knownCountry,
  judgeWithdrawal,
  required,
  type Timestamp,
  type WithdrawnContract,
} from '@billing-checkout/domain'
import type { Organization } from '../../organization/organization.ts'
import { oneOf } from '../../store/queries/one-of.ts'
import type { ConsentRow, PaymentRow, SubscriptionRow } from '../../store/rows.ts'
import type { Write } from '../../store/writes/write.ts'
import type { FrozenClaim } from '../../store/schema/claims.ts'
import { amountStillToRefund } from '../obligations/owed-refunds.ts'
import { changesConcerned, type MadeChange, priceOfChange } from './changes-concerned.ts'
import type { ConcernedContract, ConcernedSubscription } from './named-contracts.ts'
import { canUndoPlanChange } from './undo-plan-change.ts'

/** The effect of a withdrawal from a contract, and the payments that it refunds. */
export interface JudgedContract {
  readonly outcome: ChangeWithdrawalOutcome
  /** The payments that the outcome refunds, in the order of the outcome's amounts. */
  readonly paid: readonly PaymentRow[]
}

/** The time of the consumer's withdrawal, and the contract that the consumer named; null if they named none. */
interface DeclaredWithdrawal {
  readonly declaredAt: Timestamp
  readonly named: string | null
}

/**
 * Decides by the consent receipts whether the consumer may withdraw from a purchase or a subscription, and what is refunded. If our
 * checkout stored no receipt, the merchant sold the contract on a page of their own. In that case, this presumes that the merchant gave
 * notice of the right to withdraw, and that the consumer did not request immediate supply.
 */
export const judgeContract = async (
  work: Write,
  organization: Organization,
  concerned: ConcernedContract,
  { declaredAt, named }: DeclaredWithdrawal,
): Promise<JudgedContract> => {
  const { subscription } = concerned
  const consents = await consentsTo(work, concerned)
  const bought = consents.find(({ purpose }) => purpose !== 'change_plan')
  const { contract, paid } = await firstContract(work, organization, concerned, bought)
  const { changes, isNamed } =
    subscription === null
      ? { changes: [], isNamed: false }
      : changesConcerned({ ...concerned, subscription }, consents, named)
  if (subscription === null || changes.length === 0) {
    const outcome = judgeWithdrawal(contract, declaredAt)
    const isChanged = bought !== undefined && subscription !== null && bought.planId !== subscription.planId
    return { paid, outcome: isChanged && outcome.kind === 'withdrawn' ? { kind: 'unclear' } : outcome }
  }
  const made = await Promise.all(
    changes.map((change) => contractOfChange(work, organization, { ...concerned, subscription }, change)),
  )
  const outcome = judgeWithdrawalFromChange(isNamed ? made : [{ contract, undoneMinor: null }, ...made], declaredAt)
  return { paid: changes.flatMap(({ payment, remembered }) => (payment && remembered ? [payment] : [])), outcome }
}

/** The first contract of a purchase or a subscription, and the captured payments under it, except the payment of an undone plan change. */
const firstContract = async (
  work: Write,
  organization: Organization,
  concerned: ConcernedContract,
  consent: ConsentRow | undefined,
): Promise<{ readonly contract: WithdrawnContract; readonly paid: readonly PaymentRow[] }> => {
  const { subscription, payments } = concerned
  const [first] = payments
  const undone = subscription?.planChange?.isUndone ? subscription.planChange : null
  const paid = payments
    .filter(({ paymentStatus }) => isCaptured(paymentStatus))
    .filter(
      ({ id, createdAt }) => id !== undone?.paymentId && (consent === undefined || createdAt >= consent.createdAt),
    )
  const { charges, countryOfSale } = await chargesOf(work, concerned, paid)
  const contract = contractOf(organization, {
    consent,
    concludedAt: consent?.createdAt ?? required(subscription ?? first, 'contract of declaration', 'none').createdAt,
    isConfirmed: await isSent(work, concerned, { kinds: ['order_confirmation'] }),
  })
  return { contract: { ...contract, country: contract.country ?? knownCountry(countryOfSale), charges }, paid }
}

/**
 * The contract of a plan change. `undoneMinor` lists the amount to refund of the change's payment, or nothing if there is no payment. It is
 * null if the change cannot be undone exactly.
 */
const contractOfChange = async (
  work: Write,
  organization: Organization,
  concerned: ConcernedSubscription,
  change: MadeChange,
) => {
  const { consent, payment, at, remembered } = change
  const contract = contractOf(organization, {
    consent,
    concludedAt: at,
    isConfirmed: await isSent(work, concerned, { kinds: ['plan_changed', 'change_scheduled'], since: at }),
  })
  const charged = payment === undefined ? undefined : (await chargesOf(work, concerned, [payment])).charges[0]
  const charge: ChargeOfContract = charged ?? {
    priceMinor: priceOfChange(change),
    paidMinor: 0,
    refundedMinor: 0,
    period: null,
  }
  const isExact =
    remembered !== null &&
    charge.refundedMinor === 0 &&
    (await canUndoPlanChange(work, organization, concerned, remembered))
  return {
    contract: {
      ...contract,
      country: contract.country ?? knownCountry(concerned.subscription.countryOfSale),
      charges: [charge],
    },
    undoneMinor: isExact ? (payment === undefined ? [] : [charge.paidMinor]) : null,
  }
}

/** How a contract was concluded. */
interface Conclusion {
  readonly consent: ConsentRow | undefined
  readonly concludedAt: Timestamp
  /** Whether our email that confirms the contract was sent. */
  readonly isConfirmed: boolean
}

const contractOf = (
  { settings }: Organization,
  { consent, concludedAt, isConfirmed }: Conclusion,
): Omit<WithdrawnContract, 'charges'> => ({
  country: consent?.consent.country ?? null,
  concludedAt,
  noticeAt:
    consent === undefined || consent.sessionId === null || consent.consent.withdrawal_url !== null ? concludedAt : null,
  immediateSupply: consent?.consent.immediate_supply ?? null,
  // If we do not send the organization's emails, assume that the merchant has confirmed the contract.
  isConfirmed: settings.emails !== 'send' || isConfirmed,
})

/** The consents that shoppers gave when they bought the contract or changed its plan, the latest first. */
const consentsTo = ({ db }: Write, { subscription, payments }: ConcernedContract): Promise<readonly ConsentRow[]> => {
  const consents = db.selectFrom('consents').selectAll().orderBy('createdAt', 'desc')
  return subscription === null
    ? consents.where('paymentId', '=', oneOf(payments.map(({ id }) => id))).execute()
    : consents
        .where('subscriptionId', '=', subscription.id)
        .where('purpose', 'in', ['subscribe', 'change_plan'])
        .execute()
}

/** Whether an email of one of these kinds about the contract was sent. */
const isSent = async (
  { db }: Write,
  { subscription, payments }: ConcernedContract,
  { kinds, since }: { readonly kinds: readonly EmailKind[]; readonly since?: Timestamp },
): Promise<boolean> => {
  const all = db.selectFrom('emails').select('id').where('kind', 'in', kinds).where('status', '=', 'sent')
  const emails = since === undefined ? all : all.where('createdAt', '>=', since)
  const sent = await (
    subscription === null
      ? emails.where('paymentId', '=', oneOf(payments.map(({ id }) => id)))
      : emails.where('subscriptionId', '=', subscription.id)
  ).executeTakeFirst()
  return sent !== undefined
}

/** What each payment paid for, and which part is refunded or still owed to the payer; and the country of sale. */
const chargesOf = async (work: Write, { subscription }: ConcernedContract, paid: readonly PaymentRow[]) => {
  const soldIn = subscription?.countryOfSale ?? null
  if (paid.length === 0) return { charges: [], countryOfSale: soldIn }
  const claims = await work.db
    .selectFrom('claims')
    .select(['id', 'quote'])
    .where('id', '=', oneOf(paid.map(({ claimId }) => claimId)))
    .execute()
  const quotes = new Map(claims.map(({ id, quote }) => [id, quote]))
  const charges = await Promise.all(
    paid.map(async (payment) => {
      const charge = chargeUnder(subscription, payment, required(quotes.get(payment.claimId), 'claim', payment.claimId))
      return { ...charge, refundedMinor: charge.refundedMinor + Math.max(await amountStillToRefund(work, payment), 0) }
    }),
  )
  return { charges, countryOfSale: soldIn ?? claims[0]?.quote.countryOfSale ?? null }
}

/**
 * Returns what a payment paid for. If it paid for the running period, the period's dates come from the subscription, because the period may
 * have been moved since the payment.
 */
const chargeUnder = (
  subscription: SubscriptionRow | null,
  payment: PaymentRow,
  { period, draft }: FrozenClaim,
): ChargeOfContract => {
  const next = draft.nextCharge
  const priced = period ?? (next === null ? null : { start: payment.createdAt, end: next.at })
  const paidMinor = collectedPart(payment)
  return {
    priceMinor: paidMinor + customerCreditSpentBy(draft),
    paidMinor,
    refundedMinor: payment.refundedAmount + payment.disputedAmount,
    period:
      subscription !== null && payment.id === subscription.periodPaymentId
        ? { start: subscription.currentPeriodStart, end: subscription.currentPeriodEnd }
        : priced,
  }
}
