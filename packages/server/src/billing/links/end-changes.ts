import type { PortalLinkRow } from '../../store/rows.ts'
import type { Write } from '../../store/writes/write.ts'

/** Selects the changes of a customer's e-mail address whose links are deleted. */
export interface EndedChanges {
  readonly customerId: string
  /** Only changes that this portal session has requested; absent for all. */
  readonly portalSessionId?: string
  /**
   * The kinds of links to delete. A change that waits for confirmation has a `new_email` link. A change that was made can be undone by an
   * `old_email` link.
   */
  readonly links: readonly Exclude<PortalLinkRow['kind'], 'sign_in'>[]
}

/** Deletes the links of e-mail address changes, and suppresses the queued emails that would make new links. */
export const endChanges = async (work: Write, ended: EndedChanges): Promise<void> => {
  const { customerId, portalSessionId, links } = ended
  await suppressEmails(work, ended)
  await work.db
    .deleteFrom('portalLinks')
    .where('customerId', '=', customerId)
    .where('kind', 'in', links)
    .$if(portalSessionId !== undefined, (query) => query.where('portalSessionId', '=', portalSessionId as string))
    .execute()
}

/** Suppresses the queued emails that would make links of these kinds. */
export const suppressEmails = async (
  { db }: Write,
  { customerId, portalSessionId, links }: EndedChanges,
): Promise<void> => {
  const kinds = links.map((kind) => emailOf[kind])
  await db
    .updateTable('emails')
    .set({ status: 'suppressed', reason: 'not_needed' })
    .where('customerId', '=', customerId)
    .where('status', '=', 'queued')
    .where('kind', 'in', kinds)
    .$if(portalSessionId !== undefined, (query) =>
      query.where(({ eb, ref }) => eb(ref('facts', '->>').key('portal_session_id'), '=', portalSessionId as string)),
    )
    .execute()
}

const emailOf = { new_email: 'sign_in', old_email: 'email_changed' } as const

/**
 * Whether a session of the portal was ended, as opposed to expired. This locks the session until the transaction commits: a request that
 * ends the session waits for that, and then sees what this transaction wrote.
 */
export const wasEnded = async ({ db }: Write, portalSessionId: string | null | undefined): Promise<boolean> => {
  if (portalSessionId == null) return false
  const session = await db
    .selectFrom('portalSessions')
    .select('endedAt')
    .where('id', '=', portalSessionId)
    .forShare()
    .executeTakeFirst()
  return session !== undefined && session.endedAt !== null
}
