import { type PortalSession, Problem } from '@billing-checkout/contract'
import { addSeconds, type Timestamp } from '@billing-checkout/domain'
import { seal, unseal } from '../../credentials/seal.ts'
import type { BodyOf, CallerContext } from '../../organization/caller-context.ts'
import { recordAudit } from '../../store/audit/record-audit.ts'
import { customersLockedAgainstErasure } from '../../store/entities/customers.ts'
import type { CustomerRow, PortalSessionRow } from '../../store/rows.ts'
import { newId } from '../../store/writes/new-id.ts'
import { type Write, write } from '../../store/writes/write.ts'
import { hashToken, mintToken } from '../../credentials/secret-tokens.ts'
import { saveIdempotentResponse } from '../../store/requests/save-idempotent-response.ts'
import type { Billing } from '../billing.ts'
import { refuseErased } from '../customers/record-customer-updated.ts'
import { refuseDisallowedUrl } from '../hosted/refuse-disallowed-urls.ts'
import { refuseWithoutPages } from '../links/our-pages.ts'

type PortalBody = BodyOf<'createPortalSession'>

/** Opens the portal for one customer. The link's token is stored only as a hash and, for retries of the request, in the encrypted link. */
export const openPortalSession = async (
  billing: Billing,
  call: CallerContext,
  { customer: named, options }: PortalBody,
): Promise<PortalSession> => {
  refuseWithoutPages(billing)
  refuseDisallowedUrl(billing, call.organization, options?.return_url, 'body.options.return_url')
  const session = await write(billing.database, call.organization.id, async (work) => {
    const customer = await findNamed(work, named)
    const token = mintToken()
    const row = {
      id: newId('portal', work),
      customerId: customer.id,
      locale: options?.locale ?? null,
      returnUrl: options?.return_url ?? null,
      linkHash: hashToken(token),
      cookieHash: null,
      ...portalSessionEnds(billing.wallClock()),
      endedAt: null,
      createdAt: work.now,
    }
    work.insert('portalSessions', row)
    recordAudit(work, { object: row.id, after: { customer_id: customer.id, expires_at: row.expiresAt } })
    const url = `${billing.publicUrl()}/portal/open/${token}`
    const sealed = seal(billing.pagesKey, labelOf(call), url).toString('base64')
    saveIdempotentResponse(work, call, { id: row.id, url: sealed, expires_at: row.expiresAt, client_token: '' })
    return { id: row.id, url, expiresAt: row.expiresAt }
  })
  return {
    id: session.id,
    url: session.url,
    expires_at: session.expiresAt,
    client_token: await tokenOf(billing, call, session),
  }
}

/**
 * The answer to a retried request. Its link was stored encrypted and is decrypted here. Its client token was not stored, so a new one is
 * issued.
 */
export const answerPortalSessionAgain = async (
  billing: Billing,
  call: CallerContext,
  answer: PortalSession,
): Promise<PortalSession> => ({
  ...answer,
  url: unseal(billing.pagesKey, labelOf(call), Buffer.from(answer.url, 'base64')),
  client_token: await tokenOf(billing, call, { id: answer.id, expiresAt: answer.expires_at }),
})

const tokenOf = (
  billing: Billing,
  { organization }: CallerContext,
  session: { readonly id: string; readonly expiresAt: string },
): Promise<string> => issuePortalToken(billing, { organizationId: organization.id, ...session }, false)

const labelOf = ({ organization }: CallerContext): string => `portal link ${organization.id}`

/** The named customer, locked until the transaction ends, so that a simultaneous erasure finds the session. */
const findNamed = async (
  { db }: Write,
  { id, external_id: externalId }: PortalBody['customer'],
): Promise<CustomerRow> => {
  const customer =
    id === undefined
      ? await customersLockedAgainstErasure.byExternalId(db, externalId ?? '')
      : await customersLockedAgainstErasure.byId(db, id)
  if (customer === undefined) throw new Problem('not_found', `There is no customer ${id ?? externalId}.`)
  refuseErased(customer)
  return customer
}

/** Seconds that a session of the portal lasts. */
export const portalSessionSeconds = 3600

/** Seconds that the link to a session of the portal is valid. */
const linkSeconds = 300

/** A client token of the portal, which never outlives the session. `isHosted` means that a page of ours shows the portal. */
export const issuePortalToken = (
  { clientTokens, publicUrl, wallClock }: Pick<Billing, 'clientTokens' | 'publicUrl' | 'wallClock'>,
  { organizationId, id, expiresAt }: Pick<PortalSessionRow, 'organizationId' | 'id' | 'expiresAt'>,
  isHosted: boolean,
): Promise<string> =>
  clientTokens.issueClientToken({
    audience: 'portal',
    organizationId,
    sessionId: id,
    ownOrigin: isHosted ? new URL(publicUrl()).origin : null,
    wall: wallClock(),
    notAfter: expiresAt,
  })

/** When a portal session that begins now ends, and when the link to it expires. */
export const portalSessionEnds = (wall: Timestamp): Pick<PortalSessionRow, 'expiresAt' | 'linkExpiresAt'> => ({
  expiresAt: addSeconds(wall, portalSessionSeconds),
  linkExpiresAt: addSeconds(wall, linkSeconds),
})
