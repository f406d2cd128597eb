import { Problem } from '@billing-checkout/contract'
import type { CallerContext } from '../../organization/caller-context.ts'
import type { LoadContext } from '../../store/writes/write.ts'

/** The id of the portal session that makes the call; null for another caller. */
export const portalSessionOf = ({ principal }: Pick<CallerContext, 'principal'>): string | null =>
  principal.kind === 'portal' ? principal.sessionId : null

/**
 * Locks the calling portal session until the transaction ends, so that a request which ends the session sees what this transaction writes.
 * Throws `expired_credentials` if the session has ended. Does nothing for another caller.
 */
export const lockPortalSession = async (
  { db }: Pick<LoadContext, 'db'>,
  call: Pick<CallerContext, 'principal'>,
): Promise<void> => {
  const id = portalSessionOf(call)
  if (id === null) return
  const portal = await db
    .selectFrom('portalSessions')
    .select('id')
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .forShare()
    .executeTakeFirst()
  if (portal === undefined) throw new Problem('expired_credentials', 'This portal session has ended.')
}
