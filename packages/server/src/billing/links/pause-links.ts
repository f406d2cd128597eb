import { sql } from 'kysely'
import { lookup } from '../../store/queries/lookup.ts'
import { presentPaymentLink } from '../../presenters/plans/present-payment-link.ts'
import { recordEvent } from '../../store/events/record-event.ts'
import { rowsDueBy } from '../worklist/rows-due-by.ts'
import type { DueRow, WorkKind } from '../worklist/worklist.ts'

/**
 * Switches off payment links whose payments are mostly declined, and records an event. `countLinkUse` already refuses payments over these
 * links.
 */
export const paymentLinkWork: WorkKind<DueRow> = {
  name: 'payment_link',
  ...rowsDueBy('paymentLinks', 'pause_due_at', [], 'id'),
  isOpen: sql<boolean>`payment_links.pause_due_at is not null`,
  limit: 100,
  concurrency: 1,
  perform: async ({ billing, work, row: { id } }) => {
    const [link] = await work.find(lockedLink, [id])
    // Since the link was found due, another server has paused it, or the merchant has switched it on again.
    if (link === undefined || link.pauseDueAt === null) return undefined
    const paused = { active: false, pausedAt: work.now, updatedAt: work.now }
    work.update('paymentLinks', { id }, { ...noDeclinesColumns, ...paused })
    recordEvent(work, 'payment_link.paused', presentPaymentLink(billing.publicUrl(), { ...link, ...paused }))
    return 'payment_link.paused'
  },
}

const lockedLink = lookup('paymentLinks', ['id'], { lock: 'wait' })

/** The columns that restart the count of a link's declines. */
export const noDeclinesColumns = { declines: 0, declinesBeganAt: null, usesBefore: 0, pauseDueAt: null } as const
