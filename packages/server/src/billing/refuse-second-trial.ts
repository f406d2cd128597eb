import { Problem } from '@billing-checkout/contract'
import type { Write } from '../store/write.ts'
import type { Billing } from './billing.ts'
import { fingerprintOf, type PayableView, type Sale } from './sale.ts'
import { cardHadTrial } from './trial-history.ts'

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
export const refuseSecondTrial = async (
  { db, organizationId }: Write,
  { quote, plan, session }: PayableView,
  method: Sale['method'],
): Promise<void> => {
  const fingerprint = fingerprintOf(method)
  if (!quote.withTrial || fingerprint === null || session.members.options?.trial === 'always') return
  if (await cardHadTrial(db, organizationId, fingerprint, plan.id)) throw new SecondTrial(organizationId, session.id)
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
