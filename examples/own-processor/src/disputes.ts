import type { NewsPage, ProcessorDispute } from '@billing-checkout/server/processor'
import { type Entry, foundRefunds } from './entry.ts'
import { disputeLost, disputeWon } from './cards.ts'
import type { Charge } from './facts-of.ts'

/** The disputes of charges at a moment. */
export const disputesOf = (charges: ReadonlyMap<string, Charge>, now: string): readonly ProcessorDispute[] =>
  [...charges].flatMap(([transactionId, { card, amount, currency, at, state }]) => {
    const days = (Date.parse(now) - Date.parse(at)) / 86_400_000
    const isDisputed = (card === disputeLost || card === disputeWon) && state === 'captured' && days >= 1
    if (!isDisputed || amount === 0) return []
    const status = days < 15 ? 'needs_response' : card === disputeLost ? 'lost' : 'won'
    const disputeId = `dispute of ${transactionId}`
    return [{ disputeId, transactionId, amount, currency, reason: 'fraudulent', status, evidenceDueAt: null }]
  })

/** Whether a dispute has withdrawn a charge's money at a moment, so that none of it can be refunded. */
export const isWithdrawn = (charges: ReadonlyMap<string, Charge>, transactionId: string, now: string): boolean =>
  disputesOf(charges, now).some((dispute) => dispute.transactionId === transactionId && dispute.status !== 'won')

/** All disputes at the moment `now`, and the refunds that the merchant has made at the processor since `since`, on one page. */
export const newsPage = (
  charges: ReadonlyMap<string, Charge>,
  entries: ReadonlyMap<string, Entry>,
  since: string,
  now: string,
): NewsPage => ({ disputes: disputesOf(charges, now), refunds: foundRefunds(entries, since), next: null })
