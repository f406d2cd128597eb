import { Problem } from '@billing-checkout/contract'
import { lockNames, type Write } from '../store/write.ts'
import type { Billing } from './billing.ts'
import { fingerprintOf, type PayableView, type Sale } from './sale.ts'
import { cardHadTrial, findTrialOnTheWay } from './trial-history.ts'

/** The refusal of a second trial; it names the session, which is to be quoted without a trial from now on. */
class SecondTrial extends Problem {
  readonly organizationId: string
  readonly sessionId: string

  constructor(organizationId: string, sessionId: string) {
    super('amount_changed', 'This card has had the trial of this plan before; the price without a trial applies.')
    this.organizationId = organizationId
    this.sessionId = sessionId
  }
}

/** Refuses a trial to a card that has had it before, under whatever name (decisions 7). */
export const refuseSecondTrial = async (work: Write, view: PayableView, method: Sale['method']): Promise<void> => {
  if (await isSecondTrial(work, view, method)) throw new SecondTrial(work.organizationId, view.session.id)
}

/**
 * Whether a card would have its second trial of a plan (decisions 7). While another is on its way nobody knows: it counts
 * until it is declined or called off, and this one is refused. The card stays locked until this payment is written down.
 */
export const isSecondTrial = async (
  work: Write,
  { quote, plan, session }: PayableView,
  method: Sale['method'],
): Promise<boolean> => {
  const { db, organizationId } = work
  const fingerprint = fingerprintOf(method)
  if (!quote.withTrial || fingerprint === null || session.members.options?.trial === 'always') return false
  // What was had is read after what is on its way: a trial that begins in between is seen twice, and never not at all.
  const [, onTheWay, had] = await Promise.all([
    lockNames(work, [`card:${fingerprint}`]),
    findTrialOnTheWay(db, organizationId, fingerprint, plan.id),
    cardHadTrial(db, organizationId, fingerprint, plan.id),
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
