import { loadOrganization } from '../../organization/load-organization.ts'
import type { Organization } from '../../organization/organization.ts'
import { recordAudit } from '../../store/audit/record-audit.ts'
import { acrossOrganizations } from '../../store/across-organizations.ts'
import { type Actor, actingAs } from '../../store/acting.ts'
import type { PortalSessionRow } from '../../store/rows.ts'
import { write } from '../../store/writes/write.ts'
import type { Billing } from '../billing.ts'
import { hashToken } from '../../credentials/secret-tokens.ts'
import type { BegunPortal } from './sign-in.ts'

/** A session of the portal, with its organization and customer. */
export interface OpenedPortal {
  readonly organization: Organization
  readonly session: PortalSessionRow
}

/** The portal session that a link opens; `undefined` if there is no such link, or if it was used or has expired. */
export const findPortalLink = (billing: Billing, token: string): Promise<OpenedPortal | undefined> =>
  findSession(billing, 'linkHash', token)

/** The session of a browser's cookie; `undefined` if it has ended. */
export const findPortalOfCookie = (billing: Billing, token: string): Promise<OpenedPortal | undefined> =>
  findSession(billing, 'cookieHash', token)

/** The session that an earlier press of the same button has begun with this cookie; `undefined` if there is none, or if it has ended. */
export const findBegunPortal = async (billing: Billing, cookie: string): Promise<BegunPortal | undefined> => {
  const found = await findPortalOfCookie(billing, cookie)
  return found && { organizationId: found.organization.id }
}

/**
 * Uses up a link, and begins the session in the browser that has `cookie`; `undefined` if the link has expired or was used. One statement
 * checks and changes the row, so a link that is opened twice at the same time admits only one browser.
 */
export const enterPortal = async (
  billing: Billing,
  token: string,
  cookie: string,
  actor: Pick<Actor, 'address' | 'requestId'>,
): Promise<BegunPortal | undefined> => {
  const found = await findPortalLink(billing, token)
  if (found === undefined) return undefined
  const { id, organizationId } = found.session
  return actingAs({ who: 'shopper', what: 'enterPortal', ...actor }, () =>
    write(billing.database, organizationId, async (work) => {
      const wall = billing.wallClock()
      const entered = await work.db
        .updateTable('portalSessions')
        .set({ linkHash: null, cookieHash: hashToken(cookie) })
        .where('id', '=', id)
        .where('linkHash', '=', hashToken(token))
        .where('linkExpiresAt', '>', wall)
        .where('endedAt', 'is', null)
        .returning('id')
        .executeTakeFirst()
      if (entered === undefined) return undefined
      recordAudit(work, { object: id, after: { entered_at: wall } })
      return { organizationId }
    }),
  )
}

const findSession = async (
  { database, wallClock }: Billing,
  column: 'linkHash' | 'cookieHash',
  token: string,
): Promise<OpenedPortal | undefined> => {
  if (!/^[0-9a-f]{40}$/.test(token)) return undefined
  const session = await acrossOrganizations(database, 'link token')
    .selectFrom('portalSessions')
    .selectAll()
    .where(column, '=', hashToken(token))
    .where(column === 'linkHash' ? 'linkExpiresAt' : 'expiresAt', '>', wallClock())
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  const organization = session && (await loadOrganization(database, session.organizationId))
  return session === undefined || organization === undefined ? undefined : { session, organization }
}
