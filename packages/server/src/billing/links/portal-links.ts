import { foldText, addSeconds } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { loadOrganization } from '../../organization/load-organization.ts'
import type { Organization } from '../../organization/organization.ts'
import { acrossOrganizations } from '../../store/across-organizations.ts'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import type { CustomerRow, PortalLinkRow } from '../../store/rows.ts'
import { newId } from '../../store/writes/new-id.ts'
import type { Write } from '../../store/writes/write.ts'
import { hashToken, mintToken } from '../../credentials/secret-tokens.ts'
import type { Billing } from '../billing.ts'

/** A link that was emailed to an address, with its organization. */
export interface EmailedLink {
  readonly organization: Organization
  readonly link: PortalLinkRow
}

const lifetimeSeconds: Readonly<Record<PortalLinkRow['kind'], number>> = {
  sign_in: 900,
  new_email: 86_400,
  old_email: 7 * 86_400,
}

const paths: Readonly<Record<PortalLinkRow['kind'], string>> = {
  sign_in: 'sign-in',
  new_email: 'email',
  old_email: 'email-undo',
}

type NewLink = Pick<PortalLinkRow, 'kind' | 'email' | 'customerId' | 'portalSessionId'>

/**
 * Adds a link for an address, and returns its URL. Each try to send an email adds a new link. Earlier links stay valid until they expire,
 * because an earlier try may have delivered the email.
 */
export const addPortalLink = (
  { publicUrl, wallClock }: Pick<Billing, 'publicUrl' | 'wallClock'>,
  work: Write,
  { kind, email, customerId, portalSessionId }: NewLink,
): string => {
  const token = mintToken()
  work.insert('portalLinks', {
    id: newId('plink', work),
    kind,
    email,
    customerId,
    portalSessionId,
    tokenHash: hashToken(token),
    expiresAt: addSeconds(wallClock(), lifetimeSeconds[kind]),
    createdAt: work.now,
  })
  return `${publicUrl()}/portal/${paths[kind]}/${token}`
}

/** The link with a token; `undefined` if there is no such link, or if it was used or has expired. */
export const findEmailedLink = async (
  { database, wallClock }: Pick<Billing, 'database' | 'wallClock'>,
  kind: PortalLinkRow['kind'],
  token: string,
): Promise<EmailedLink | undefined> => {
  if (!/^[0-9a-f]{40}$/.test(token)) return undefined
  const link = await acrossOrganizations(database, 'link token')
    .selectFrom('portalLinks')
    .selectAll()
    .where('tokenHash', '=', hashToken(token))
    .where('kind', '=', kind)
    .where('expiresAt', '>', wallClock())
    .executeTakeFirst()
  const organization = link && (await loadOrganization(database, link.organizationId))
  return link === undefined || organization === undefined ? undefined : { link, organization }
}

/** Uses up a link by deleting it. Returns false if another request has deleted it already. */
export const useEmailedLink = async ({ db }: Write, id: string): Promise<boolean> => {
  const used = await db.deleteFrom('portalLinks').where('id', '=', id).returning('id').executeTakeFirst()
  return used !== undefined
}

/**
 * The customers with an e-mail address, at most 20: those with a live subscription first, then the newest. They stay locked until the
 * transaction ends. Only the case of ASCII letters is ignored. An address with another difference, such as a Kelvin sign for a k, may be
 * another person's mailbox.
 */
export const lockCustomersOfEmail = async (
  db: OrganizationDatabase,
  email: string,
): Promise<readonly CustomerRow[]> => {
  const accounts = db
    .selectFrom('customers')
    .selectAll()
    .where('foldedEmail', '=', foldText(email))
    .where('erasedAt', 'is', null)
    .where(isAscii(email) ? sql<boolean>`octet_length(email) = char_length(email)` : sql<boolean>`email = ${email}`)
    .orderBy(
      ({ exists, selectFrom }) =>
        exists(
          selectFrom('subscriptions')
            .select('subscriptions.id')
            .whereRef('subscriptions.customerId', '=', 'customers.id')
            .where('subscriptions.status', '<>', 'cancelled'),
        ),
      'desc',
    )
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(accountsMax)
    .forKeyShare()
  return accounts.execute()
}

const isAscii = (text: string): boolean => /^[ -~]+$/.test(text)

const accountsMax = 20

/** The changes of a customer's e-mail address whose links are to be deleted. */
export interface EmailChangesToEnd {
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
export const endEmailChanges = async (work: Write, ended: EmailChangesToEnd): Promise<void> => {
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
  { customerId, portalSessionId, links }: EmailChangesToEnd,
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
 * Whether a session of the portal was ended, as opposed to expired. This locks the session until the transaction commits. A request that
 * ends the session waits for the commit, and then sees what this transaction wrote.
 */
export const wasPortalSessionEnded = async (
  { db }: Write,
  portalSessionId: string | null | undefined,
): Promise<boolean> => {
  if (portalSessionId == null) return false
  const session = await db
    .selectFrom('portalSessions')
    .select('endedAt')
    .where('id', '=', portalSessionId)
    .forShare()
    .executeTakeFirst()
  return session !== undefined && session.endedAt !== null
}
