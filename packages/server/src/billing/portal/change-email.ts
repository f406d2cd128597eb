import { Problem } from '@billing-checkout/contract'
import { foldCase, required } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { seal, unseal } from '../../credentials/seal.ts'
import { loadOrganization } from '../../organization/load-organization.ts'
import type { Organization } from '../../organization/organization.ts'
import { inOrganization } from '../../store/in-organization.ts'
import { actingAs, type Actor } from '../../store/acting.ts'
import { recordAudit } from '../../store/audit/record-audit.ts'
import { loadCustomer, lockCustomer } from '../../store/entities/customers.ts'
import { addRequests, counterNameOf } from '../../store/requests/request-counts.ts'
import type { PortalLinkRow } from '../../store/rows.ts'
import { lockNames } from '../../store/writes/lock-names.ts'
import { type Write, write } from '../../store/writes/write.ts'
import { oweEmail } from '../../store/writes/owe-email.ts'
import type { Billing } from '../billing.ts'
import { recordCustomerUpdated } from '../customers/record-customer-updated.ts'
import {
  endEmailChanges,
  findEmailedLink,
  type EmailedLink,
  suppressEmails,
  useEmailedLink,
  wasPortalSessionEnded,
} from '../links/portal-links.ts'
import { lockNamesOfCustomer } from '../lock-names-of.ts'
import { endCheckouts } from './end-portal-session.ts'

const limit = { requests: 5, windowSeconds: 15 * 60 } as const

/** Refuses a customer who enters too many new addresses, because each address gets an email from us. */
export const refuseTooManyAddresses = async (
  { database }: Pick<Billing, 'database'>,
  customerId: string,
): Promise<void> => {
  const counter = counterNameOf(`new address ${customerId}`)
  const [counted] = await addRequests(database, [{ counter, requests: 1, millisLeft: limit.windowSeconds * 1000 }])
  if (counted === undefined || counted.requests <= limit.requests) return
  throw new Problem('rate_limited', `At most ${limit.requests} new addresses are confirmed in 15 minutes.`, {
    retryAfterSeconds: Math.ceil(counted.millisLeft / 1000),
  })
}

/**
 * Changes a customer's e-mail address to the one that the link was sent to. Owes the former address an email with a link that undoes the
 * change. Everything else that gives access ends: other sessions, and links to the former address. Returns `undefined` if the link has
 * expired or was used, if its portal session was ended, or if the customer was erased.
 */
export const confirmEmail = (
  billing: Billing,
  token: string,
  actor: Pick<Actor, 'address' | 'requestId'>,
): Promise<EmailedLink | undefined> =>
  useLink(billing, { kind: 'new_email', token, what: 'confirmEmail' }, actor, async (work, link, before) => {
    await endSessions(billing, work, link.customerId, link.portalSessionId)
    await endSignInLinks(work, before)
    await endEmailChanges(work, { customerId: link.customerId, links: ['new_email'] })
    if (before === null) return
    oweEmail(work, {
      kind: 'email_changed',
      customerId: link.customerId,
      to: { email: before, locale: null },
    })
  })

/**
 * Gives a customer back the e-mail address that the link was sent to. Ends every session, every later link and every queued email with a
 * link, because a thief may have changed the address. Earlier undo links stay, so that the owner of an earlier address can still reclaim
 * the account.
 */
export const undoEmailChange = (
  billing: Billing,
  token: string,
  actor: Pick<Actor, 'address' | 'requestId'>,
): Promise<EmailedLink | undefined> =>
  useLink(billing, { kind: 'old_email', token, what: 'undoEmail' }, actor, async (work, link, before) => {
    await endSessions(billing, work, link.customerId, null)
    await suppressEmails(work, { customerId: link.customerId, links: ['new_email', 'old_email'] })
    await endSignInLinks(work, before)
    await work.db
      .deleteFrom('portalLinks')
      .where('customerId', '=', link.customerId)
      .where(({ eb, or }) => or([eb('kind', '=', 'new_email'), eb('createdAt', '>=', link.createdAt)]))
      .execute()
  })

/** Encrypts the change that a link's button makes, for the page's form. No browser can read or forge the encrypted text. */
export const sealEmailChange = (
  { pagesKey }: Pick<Billing, 'pagesKey'>,
  { link, organization }: EmailedLink,
): string => {
  const { kind, customerId, email } = link
  const change = { organizationId: organization.id, customerId, email }
  return seal(pagesKey, `change of address ${kind}`, JSON.stringify(change)).toString('base64url')
}

/**
 * Finds the organization of a change that an earlier press of the same button has made. If a button is pressed twice, the browser drops the
 * first answer, so the second press must succeed. `undefined` if the form is not ours, or if the customer has another address by now.
 */
export const findRepeatedEmailChange = async (
  { database, pagesKey }: Pick<Billing, 'database' | 'pagesKey'>,
  kind: PortalLinkRow['kind'],
  sealed: string,
): Promise<Organization | undefined> => {
  const change = unsealChange(pagesKey, kind, sealed)
  if (change === undefined) return undefined
  const { organizationId, customerId, email } = change
  const customer = await loadCustomer(inOrganization(database, organizationId), customerId)
  return customer?.email === email ? loadOrganization(database, organizationId) : undefined
}

type SealedChange = Readonly<Record<'organizationId' | 'customerId' | 'email', string>>

const unsealChange = (key: Buffer, kind: PortalLinkRow['kind'], sealed: string): SealedChange | undefined => {
  try {
    return JSON.parse(unseal(key, `change of address ${kind}`, Buffer.from(sealed, 'base64url'))) as SealedChange
  } catch {
    return undefined
  }
}

/** Deletes the sign-in links of an address, because the account has another address from now on. */
const endSignInLinks = async ({ db }: Write, email: string | null): Promise<void> => {
  if (email === null) return
  await db
    .deleteFrom('portalLinks')
    .where('kind', '=', 'sign_in')
    .where(sql<boolean>`fold_case(email) = ${foldCase(email)}`)
    .execute()
}

type OwnedLink = PortalLinkRow & { readonly customerId: string }

/** Uses up a link under the customer's lock, and gives the customer the address that the link was sent to. */
const useLink = async (
  billing: Billing,
  { kind, token, what }: { readonly kind: PortalLinkRow['kind']; readonly token: string; readonly what: string },
  actor: Pick<Actor, 'address' | 'requestId'>,
  then: (work: Write, link: OwnedLink, before: string | null) => Promise<void>,
): Promise<EmailedLink | undefined> => {
  const found = await findEmailedLink(billing, kind, token)
  if (found === undefined) return undefined
  const link = { ...found.link, customerId: required(found.link.customerId ?? undefined, 'customer', found.link.id) }
  const { customerId, email } = link
  return actingAs({ who: 'shopper', what, ...actor }, () =>
    write(billing.database, found.organization.id, async (work) => {
      await lockNames(work, lockNamesOfCustomer({ id: customerId, email }))
      const customer = await lockCustomer(work, customerId)
      if (customer === undefined || customer.erasedAt !== null) return undefined
      if (kind === 'new_email' && (await wasPortalSessionEnded(work, link.portalSessionId))) return undefined
      if (!(await useEmailedLink(work, link.id))) return undefined
      await then(work, link, customer.email)
      if (customer.email !== email) {
        await work.db
          .updateTable('customers')
          .set({ email, updatedAt: work.now })
          .where('id', '=', customerId)
          .execute()
        await recordCustomerUpdated(work, customerId, { email: customer.email })
      }
      return found
    }),
  )
}

const endSessions = async (
  { wallClock }: Billing,
  work: Write,
  customerId: string,
  kept: string | null,
): Promise<void> => {
  const endedAt = wallClock()
  const ended = await work.db
    .updateTable('portalSessions')
    .set({ endedAt, linkHash: null, cookieHash: null })
    .where('customerId', '=', customerId)
    .where('endedAt', 'is', null)
    .where('id', '<>', kept ?? '')
    .returning('id')
    .execute()
  for (const { id } of ended) {
    await endCheckouts(work, id)
    recordAudit(work, { object: id, before: { ended_at: null }, after: { ended_at: endedAt } })
  }
}
