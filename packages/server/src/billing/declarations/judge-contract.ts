import type { EmailKind } from '@billing-checkout/contract'
import {
  type ChangedOutcome,
  isCaptured,
  refundOfWithdrawal,
  required,
  type Timestamp,
  withdrawalFromChanged,
  type WithdrawnContract,
} from '@billing-checkout/domain'
import type { Organization } from '../../organization/organization.ts'
import { oneOf } from '../../store/queries/one-of.ts'
import type { ConsentRow, PaymentRow } from '../../store/rows.ts'
import type { Write } from '../../store/write.ts'
import type { PlanChange } from '../../store/schema/plan-change.ts'
import { chargesOfChanged } from './charges-of-changed.ts'
import { chargeUnder } from './charge-under.ts'
import type { ConcernedContract, ConcernedSubscription } from './named-contracts.ts'
import { canUndo } from './undo-plan-change.ts'

/** What a withdrawal from a contract does, and to which payments. */
export interface JudgedContract {
  readonly outcome: ChangedOutcome
  /** The captured payments that are its charges, in the order of the outcome's refunds; null for a period that credit paid for. */
  readonly paid: readonly (PaymentRow | null)[]
}

/** When it was declared, and how it names the contract; null if it names none. */
interface Declared {
  readonly declaredAt: Timestamp
  readonly named: string | null
}

/**
 * Judges a withdrawal from a purchase or a subscription by the consent receipts. Without a receipt of our checkout, the merchant sold it on
 * a page of their own: they are presumed to have given notice there, and the consumer not to have asked for anything at once.
 */
export const judgeContract = async (
  work: Write,
  organization: Organization,
  concerned: ConcernedContract,
  declared: Declared,
): Promise<JudgedContract> => {
  const { subscription } = concerned
  const change = subscription?.planChange ?? null
  return subscription === null || change === null
    ? judgeUnchanged(work, organization, concerned, declared)
    : judgeChanged(work, organization, { ...concerned, subscription }, { ...declared, change })
}

const judgeUnchanged = async (
  work: Write,
  organization: Organization,
  concerned: ConcernedContract,
  { declaredAt }: Declared,
): Promise<JudgedContract> => {
  const { subscription, payments } = concerned
  const consent = (await consentsTo(work, concerned)).find(({ purpose }) => purpose !== 'change_plan')
  const [first] = payments
  const contract = contractOf(organization, {
    consent,
    concludedAt:
      consent?.createdAt ?? required(subscription ?? first, 'contract of declaration', consent?.id ?? 'none').createdAt,
    isConfirmed: await isSent(work, concerned, { kinds: ['order_confirmation'] }),
  })
  const paid = payments
    .filter(({ paymentStatus }) => isCaptured(paymentStatus))
    .filter(({ createdAt }) => consent === undefined || createdAt >= consent.createdAt)
  const { charges, countryOfSale } = await chargesOf(work, concerned, paid)
  const outcome = refundOfWithdrawal(
    { ...contract, country: contract.country ?? knownCountry(countryOfSale), charges },
    declaredAt,
  )
  return { paid, outcome }
}

const judgeChanged = async (
  work: Write,
  organization: Organization,
  concerned: ConcernedSubscription,
  { declaredAt, named, change }: Declared & { readonly change: PlanChange },
): Promise<JudgedContract> => {
  const { subscription } = concerned
  const [consents, charged, canRestore] = await Promise.all([
    consentsTo(work, concerned),
    chargesOfChanged(work, concerned, change),
    canUndo(work, organization, concerned, change),
  ])
  const bought = consents.find(({ purpose }) => purpose !== 'change_plan')
  const agreed = consents.find(({ id }) => id === change.consentId)
  const country = knownCountry(subscription.countryOfSale)
  const first = contractOf(organization, {
    consent: bought,
    concludedAt: bought?.createdAt ?? subscription.createdAt,
    isConfirmed: await isSent(work, concerned, { kinds: ['order_confirmation'] }),
  })
  const changed = contractOf(organization, {
    consent: agreed,
    concludedAt: change.at,
    isConfirmed: await isSent(work, concerned, { kinds: ['plan_changed', 'change_scheduled'], since: change.at }),
  })
  const name = named?.trim() ?? ''
  const outcome = withdrawalFromChanged(
    {
      first: { ...first, country: first.country ?? country },
      change: { ...changed, country: changed.country ?? country },
      charges: charged.map(({ charge }) => charge),
      namesChange: name !== '' && (name === change.paymentId || name === change.consentId),
      canRestore,
    },
    declaredAt,
  )
  return { paid: charged.map(({ payment }) => payment), outcome }
}

const knownCountry = (country: string | null): string | null => (country === 'ZZ' ? null : country)

/** What a contract was concluded by. */
interface Conclusion {
  readonly consent: ConsentRow | undefined
  readonly concludedAt: Timestamp
  /** Whether our email about it was sent. */
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
  // Without an email of ours, the merchant confirms the contract.
  isConfirmed: settings.emails !== 'send' || isConfirmed,
})

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

/** Whether an email of one of these kinds about it was sent. */
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

interface JudgedCharges {
  readonly charges: WithdrawnContract['charges']
  readonly countryOfSale: string | null
}

/** What each payment paid for, and where. */
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
  const charges = paid.map((payment) =>
    chargeUnder(subscription, payment, required(quotes.get(payment.claimId), 'claim', payment.claimId)),
  )
  return { charges, countryOfSale: soldIn ?? claims[0]?.quote.countryOfSale ?? null }
}
