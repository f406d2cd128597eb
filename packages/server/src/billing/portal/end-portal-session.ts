import { type EndedPortalSession, Problem } from '@billing-checkout/contract'
import { lookup } from '../../store/queries/lookup.ts'
import type { CallerContext } from '../../organization/caller-context.ts'
import { recordAudit } from '../../store/audit/record-audit.ts'
import { type Write, write } from '../../store/writes/write.ts'
import type { Billing } from '../billing.ts'
import { endEmailChanges } from '../links/portal-links.ts'

/**
 * Ends a session of the portal with its link, cookie, client tokens, checkouts and unconfirmed changes of address. Ending it again changes
 * nothing.
 */
export const endPortalSession = (
  { database, wallClock }: Billing,
  call: CallerContext,
  id: string,
): Promise<EndedPortalSession> =>
  write(database, call.organization.id, async (work) => {
    const [session] = await work.find(lockedSession, [id])
    if (session === undefined) throw new Problem('not_found', `There is no portal session ${id}.`)
    if (session.endedAt !== null) return { id, ended_at: session.endedAt }
    const endedAt = wallClock()
    work.update('portalSessions', { id }, { endedAt, linkHash: null, cookieHash: null })
    await endCheckouts(work, id)
    await endEmailChanges(work, { customerId: session.customerId, portalSessionId: id, links: ['new_email'] })
    recordAudit(work, { object: id, before: { ended_at: null }, after: { ended_at: endedAt } })
    return { id, ended_at: endedAt }
  })

const lockedSession = lookup('portalSessions', ['id'], { lock: 'wait' })

/** Ends the checkout sessions that a locked portal session has opened. A payment that is PENDING continues. */
export const endCheckouts = async ({ db, now }: Write, portalSessionId: string): Promise<void> => {
  await db
    .updateTable('clientSessions')
    .set({ expiresAt: now, updatedAt: now })
    .where('portalSessionId', '=', portalSessionId)
    .where('completedAt', 'is', null)
    .where('expiresAt', '>', now)
    .execute()
}
