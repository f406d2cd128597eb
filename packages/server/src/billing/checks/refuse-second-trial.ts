import { Problem } from '@billing-checkout/contract'
import { lockNames, type Write } from '../../store/write.ts'
import type { Billing } from '../billing.ts'
import { fingerprintOf, type PayableView, type Sale } from '../charge-input/sale.ts'
import { cardHadTrial, findTrialOnTheWay, hadTrial } from '../quotes/trial-history.ts'

/** The refusal of a second trial; it names the session, which is to be quoted without a trial from now on. */
class SecondTrial extends Problem {
  readonly organizationId: string
  readonly sessionId: string

  constructor(organizationId: string, sessionId: string) {
    super('amount_changed', 'The trial of this plan was had before; the price without a trial applies.')
    this.organizationId = organizationId
    this.sessionId = sessionId
  }
}

/** Refuses a trial to a buyer, or a card under whatever name, that has had it before. */
export const refuseSecondTrial = async (work: Write, view: PayableView, method: Sale['method']): Promise<void> => {
  if (await isSecondTrial(work, view, method)) throw new SecondTrial(work.organizationId, view.session.id)
}

/**
 * Whether this sale would be the buyer's or the card's second trial of a plan. The buyer is asked about again: an opening
 * that was on its way when the trial was quoted may have come to its end before it was asked what is on its way.
 */
export const isSecondTrial = async (
  work: Write,
  { quote, plan, session, customer }: PayableView,
  method: Sale['method'],
): Promise<boolean> => {
  const { db, organizationId } = work
  if (!quote.withTrial || session.members.options?.trial === 'always') return false
  const buyer = { customerId: customer?.id ?? null, email: session.members.customer?.email ?? null, planId: plan.id }
  const fingerprint = fingerprintOf(method)
  const [ofBuyer, ofCard] = await Promise.all([
    hadTrial(db, organizationId, buyer),
    fingerprint === null ? false : isSecondOfCard(work, fingerprint, plan.id),
  ])
  return ofBuyer || ofCard
}

/**
 * While another trial of the card is on its way nobody knows: it counts until it is declined or called off, and this one is
 * refused. The card stays locked until this payment is written down.
 */
const isSecondOfCard = async (work: Write, fingerprint: string, planId: string): Promise<boolean> => {
  const { db, organizationId } = work
  // What was had is read after what is on its way: a trial that begins in between is seen twice, and never not at all.
  const [, onTheWay, had] = await Promise.all([
    lockNames(work, [`card:${fingerprint}`]),
    findTrialOnTheWay(db, organizationId, fingerprint, planId),
    cardHadTrial(db, organizationId, fingerprint, planId),
  ])
  if (had || onTheWay === null) return had
  throw new Problem(
    'payment_in_progress',
    "Another payment opens this plan's trial with this card and is not finished yet. Pay again when it is, or with another card.",
  )
}

/**
 * Passes an error on; a refused second trial is first written to its session, because the refusal has undone the
 * transaction that found it, and the next quote must know.
 */
export const rememberSecondTrial = async ({ database }: Billing, error: unknown): Promise<never> => {
  if (error instanceof SecondTrial) {
    await database
      .updateTable('clientSessions')
      .set({ trialRefused: true })
      .where('organizationId', '=', error.organizationId)
      .where('id', '=', error.sessionId)
      .execute()
  }
  throw error
}
