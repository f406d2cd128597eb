import { Problem } from '@billing-checkout/contract'
import { addInterval } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { lockNames } from '../../store/writes/lock-names.ts'
import type { Write } from '../../store/writes/write.ts'
import type { GroupedPlan } from '../../store/entities/plans.ts'
import { SessionRefusal } from '../session-refusal.ts'
import { lockName } from '../lock-names-of.ts'
import type { Billing } from '../billing.ts'
import { type ChargeDraft, fingerprintOf, type PayableSession } from '../charge-input/charge-draft.ts'
import {
  networkAddressHadTrial,
  cardHadTrial,
  emailOfBuyer,
  findTrialInFlight,
  hadTrial,
  loadTrialPlans,
} from '../quotes/trial-history.ts'
import { hashNetworkAddress } from './declines-of-address.ts'

/**
 * The number of days in which one network address can start only one trial of a plan without a method. Many people may share an address.
 */
const daysOfNetwork = 30

/**
 * Throws if a trial without a payment method is the second for its buyer or e-mail address, or for the network address within {@link
 * daysOfNetwork}. The network address stays locked until the trial is recorded.
 */
export const refuseSecondTrialWithoutMethod = async (
  billing: Pick<Billing, 'fingerprintKey'>,
  work: Write,
  { session, customer, plan }: PayableSession,
  address: string | null,
): Promise<void> => {
  if (session.members.options?.trial === 'always') return
  const email = emailOfBuyer(session, customer)
  if (await hadTrial(work.db, { customerId: customer?.id ?? null, email, plan })) throw secondTrial(work, session.id)
  if (address === null) return
  const addressHash = hashNetworkAddress(billing, address)
  const since = addInterval(work.now, 'days', -daysOfNetwork)
  await lockNames(work, [lockName.address(addressHash)])
  if (await networkAddressHadTrial(work.db, { addressHash, since }, await loadTrialPlans(work.db, plan)))
    throw methodNeeded(work, session.id)
}

/** Throws if the buyer has had the plan's trial before, or if the card was used for it before. */
export const refuseSecondTrial = async (
  work: Write,
  view: PayableSession,
  method: ChargeDraft['method'],
): Promise<void> => {
  if (await isSecondTrial(work, view, method)) throw secondTrial(work, view.session.id)
}

/**
 * Whether this sale would be the buyer's or the card's second trial of a plan. The quote has already checked the buyer, but a payment that
 * was pending at the time of the quote may have started a trial since.
 */
export const isSecondTrial = async (
  work: Write,
  { quote, plan, session, customer }: PayableSession,
  method: ChargeDraft['method'],
): Promise<boolean> => {
  const { db } = work
  if (!quote.withTrial || session.members.options?.trial === 'always') return false
  const email = emailOfBuyer(session, customer)
  const buyer = { customerId: customer?.id ?? null, email, plan }
  const fingerprint = fingerprintOf(method)
  const [ofBuyer, ofCard] = await Promise.all([
    hadTrial(db, buyer),
    fingerprint === null ? false : isSecondOfCard(work, fingerprint, plan),
  ])
  return ofBuyer || ofCard
}

/**
 * Whether the card was used for the plan's trial before. While another payment for a trial with this card is pending, this throws
 * `payment_in_progress`. The card stays locked until this payment is recorded.
 */
const isSecondOfCard = async (work: Write, fingerprint: string, plan: GroupedPlan): Promise<boolean> => {
  const { db } = work
  const product = await loadTrialPlans(db, plan)
  // Read used trials after pending ones: a trial that stops being pending between the two reads is then seen twice and not missed.
  const [, inFlight, had] = await Promise.all([
    lockNames(work, [lockName.card(fingerprint)]),
    findTrialInFlight(db, fingerprint, product),
    cardHadTrial(db, fingerprint, product),
  ])
  if (had || inFlight === null) return had
  throw new Problem(
    'payment_in_progress',
    "Another payment opens this plan's trial with this card and is not finished yet. Pay again when it is, or with another card.",
  )
}

/** The refusal of a second trial. The session's later quotes must have no trial. */
const secondTrial = (work: Write, sessionId: string): Problem =>
  new SessionRefusal(
    work,
    sessionId,
    { trialRefused: true },
    'amount_changed',
    'This buyer or card has used the trial of this plan before; the price without a trial applies.',
  )

/** The refusal of a trial without a payment method. The session's next payment needs a method. */
const methodNeeded = (work: Write, sessionId: string): Problem =>
  new SessionRefusal(
    work,
    sessionId,
    { members: sql`jsonb_set(members, '{options,payment_method_collection}', '"always"')` },
    'payment_method_required',
    'A trial of this plan was started without a payment method from this network before; this one needs a method.',
  )
