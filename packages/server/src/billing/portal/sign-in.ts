import { createHmac } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { foldText } from '@billing-checkout/domain'
import { loadOrganization } from '../../organization/load-organization.ts'
import type { Organization } from '../../organization/organization.ts'
import { actingAs, type Actor } from '../../store/acting.ts'
import { recordAudit } from '../../store/audit/record-audit.ts'
import { inOrganization, type OrganizationDatabase } from '../../store/in-organization.ts'
import { addRequests, counterNameOf } from '../../store/requests/request-counts.ts'
import type { CustomerRow, PortalSessionRow } from '../../store/rows.ts'
import { newId } from '../../store/writes/new-id.ts'
import { write } from '../../store/writes/write.ts'
import { oweEmail } from '../../store/writes/owe-email.ts'
import { hashToken } from '../../credentials/secret-tokens.ts'
import { acrossOrganizations } from '../../store/across-organizations.ts'
import type { Billing } from '../billing.ts'
import { lockCustomersOfEmail, findEmailedLink, type EmailedLink, useEmailedLink } from '../links/portal-links.ts'
import { portalSessionEnds } from './open-portal-session.ts'

/** The organization whose customers may sign in by email. `undefined` if it is unknown or archived, or if the server sends no email. */
export const findSignInOrganization = async (
  { database, mailer }: Pick<Billing, 'database' | 'mailer'>,
  id: string,
): Promise<Organization | undefined> => {
  const open = await database
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', id)
    .where('archivedAt', 'is', null)
    .executeTakeFirst()
  return open === undefined || mailer === null ? undefined : loadOrganization(database, id)
}

const limits = {
  windowMillis: 15 * 60_000,
  /** The largest number of emails to one address. */
  address: 3,
  /** Requests from one network: above `slowNetwork` the server answers slowly, and above `network` it sends no email. */
  slowNetwork: 10,
  network: 100,
  slowMillis: 1000,
} as const

/**
 * Owes the email that signs a customer in. Only the worker that sends the email looks up the address, so neither the answer nor its timing
 * reveals whether a customer has it. Above the limits, no email is owed and the answer is the same.
 */
export const requestSignInEmail = async (
  billing: Billing,
  { id }: Organization,
  { email, locale }: { readonly email: string; readonly locale: string },
  actor: Pick<Actor, 'requestId'> & { readonly address: string },
): Promise<void> => {
  const key = createHmac('sha256', billing.pagesKey)
    .update(`sign in ${id} ${foldText(email)}`)
    .digest('base64url')
  const network = counterNameOf(`sign-in network ${actor.address}`)
  const address = counterNameOf(`sign-in address ${key}`)
  const counted = await addRequests(
    billing.database,
    [network, address].map((counter) => ({ counter, requests: 1, millisLeft: limits.windowMillis })),
  )
  const countOf = (name: string) => counted.find(({ counter }) => counter === name)?.requests ?? 0
  if (countOf(network) > limits.slowNetwork) await wait(limits.slowMillis)
  if (countOf(network) > limits.network || countOf(address) > limits.address) return
  await actingAs({ who: 'shopper', what: 'askToSignIn', ...actor }, () =>
    write(billing.database, id, async (work) =>
      oweEmail(work, {
        kind: 'sign_in',
        to: { email, locale },
      }),
    ),
  )
}

/** A sign-in link, and the accounts that it may open. */
export interface SignInLink extends EmailedLink {
  /** Each account has the plan names of its running subscriptions, by which a person tells their accounts apart. */
  readonly accounts: readonly (CustomerRow & { readonly planNames: readonly string[] })[]
}

/**
 * The sign-in link of a token, and the accounts that it may open; `undefined` if the link has expired or was used, or if its address no
 * longer belongs to a customer.
 */
export const findSignIn = async (billing: Billing, token: string): Promise<SignInLink | undefined> => {
  const found = await findEmailedLink(billing, 'sign_in', token)
  if (found === undefined) return undefined
  const db = inOrganization(billing.database, found.organization.id)
  const accounts = await lockCustomersOfEmail(db, found.link.email)
  if (accounts.length === 0) return undefined
  const ids = accounts.map(({ id }) => id)
  const plans = await findPlanNames(db, ids)
  const planNamesOf = (id: string) => (plans.get(id) ?? []).map(({ name }) => name)
  return { ...found, accounts: accounts.map((account) => ({ ...account, planNames: planNamesOf(account.id) })) }
}

/** The plans of the running subscriptions of some customers, by customer. */
const findPlanNames = async (
  db: OrganizationDatabase,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, readonly { readonly name: string }[]>> => {
  const rows = await db
    .selectFrom('subscriptions')
    .innerJoin('plans', (join) => join.onRef('plans.id', '=', 'subscriptions.planId'))
    .select(['subscriptions.customerId', 'plans.name'])
    .distinct()
    .where('subscriptions.customerId', 'in', customerIds)
    .where('subscriptions.status', '<>', 'cancelled')
    .orderBy('plans.name')
    .execute()
  return Map.groupBy(rows, ({ customerId }) => customerId)
}

/** A portal session that a browser has just begun. */
interface BegunPortal {
  readonly organizationId: string
}

/**
 * Uses up a link, and begins a portal session for the chosen account in the browser that has `cookie`; `undefined` if the link has expired
 * or was used, or if its address no longer belongs to a customer. If there are several accounts and none of them was chosen, returns
 * `unchosen`, and the link stays valid.
 */
export const signIn = async (
  billing: Billing,
  token: string,
  { chosen, cookie }: { readonly chosen: string | null; readonly cookie: string },
  actor: Pick<Actor, 'address' | 'requestId'>,
): Promise<BegunPortal | 'unchosen' | undefined> => {
  const found = await findEmailedLink(billing, 'sign_in', token)
  if (found === undefined) return undefined
  const { organization, link } = found
  return actingAs({ who: 'shopper', what: 'signIn', ...actor }, () =>
    write(billing.database, organization.id, async (work) => {
      const accounts = await lockCustomersOfEmail(work.db, link.email)
      if (accounts.length === 0) return undefined
      const account = accounts.length === 1 ? accounts[0] : accounts.find(({ id }) => id === chosen)
      if (account === undefined) return 'unchosen'
      if (!(await useEmailedLink(work, link.id))) return undefined
      const wall = billing.wallClock()
      const row = {
        id: newId('portal', work),
        customerId: account.id,
        locale: null,
        returnUrl: null,
        linkHash: null,
        cookieHash: hashToken(cookie),
        ...portalSessionEnds(wall),
        endedAt: null,
        createdAt: work.now,
      }
      work.insert('portalSessions', row)
      recordAudit(work, { object: row.id, after: { customer_id: account.id, entered_at: wall } })
      return { organizationId: organization.id }
    }),
  )
}

/** A session of the portal, with its organization. */
export interface OpenedPortal {
  readonly organization: Organization
  readonly session: PortalSessionRow
}

/** The portal session that a link opens; `undefined` if there is no such link, or if it was used or has expired. */
export const findPortalLink = (billing: Billing, token: string): Promise<OpenedPortal | undefined> =>
  findSession(billing, 'linkHash', token)

/** The portal session of a browser's cookie; `undefined` if there is none, or if it has ended. */
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
