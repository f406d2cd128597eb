import { type Request, type Response, Router, urlencoded } from 'express'
import { cancelShopperAction, finishShopperAction } from '../../billing/attempts/query-processor.ts'
import type { Billing } from '../../billing/billing.ts'
import { ownOriginOf } from '../../billing/hosted/hosted-session.ts'
import type { RateLimiter } from '../../http/rate-limit.ts'
import { requestLocalsOf } from '../../http/requests/request-locals.ts'
import { isOriginAllowed } from '../../organization/is-origin-allowed.ts'
import { loadOrganization } from '../../organization/load-organization.ts'
import type { Organization } from '../../organization/organization.ts'
import { isUuid } from '../../reading/is-uuid.ts'
import { acrossOrganizations } from '../../store/across-organizations.ts'
import { loadPaidSession, type PaidSession } from '../../store/entities/paid-sessions.ts'
import { inOrganization } from '../../store/in-organization.ts'
import type { AttemptRow } from '../../store/rows.ts'
import { colorSchemeIn } from '../color-scheme.ts'
import { embeddingOriginsOf } from '../frame/embedding-origins.ts'
import { pageLocaleOf } from '../hosted/send-page.ts'
import {
  actionDocument,
  actionHeaders,
  returnDocument,
  returnHeaders,
  unknownActionDocument,
} from './action-documents.ts'

/** The parts of the pages for shoppers' actions. */
export interface ActionsRouterDependencies extends Billing {
  readonly rateLimiter: RateLimiter
}

/**
 * The pages for actions that a processor requires of shoppers: a page that shows the issuer's page in a frame or redirects to it, the
 * cancellation, and the page to which the browser returns.
 */
export const actionsRouter = (parts: ActionsRouterDependencies): Router => {
  const router = Router({ caseSensitive: true, strict: true })
  router.use('/actions/:actionId', async (request, response, next) => {
    requestLocalsOf(response).pattern = '/actions/{action_id}'
    await parts.rateLimiter.count(request, response, null)
    next()
  })
  router.get('/actions/:actionId', async (request, response) => {
    const found = await findAction(parts, request.params.actionId)
    if (found === undefined) return void sendUnknown(request, response)
    const { attempt, organization } = found
    if (attempt.state !== 'open' || attempt.action === null) {
      return void response.redirect(303, `/actions/${attempt.actionId}/return`)
    }
    const { action } = attempt
    const locale = localeFor(found, request)
    const scheme = colorSchemeIn(request.query)
    const url = withLook(action.url, { locale, scheme })
    if (action.type === 'redirect') {
      await storeReturnTo(parts, found, request.query['return_to'])
      return void redirectWithoutReferrer(response, url)
    }
    // The checkout opens a window of its own if the issuer's page refuses to be in a frame.
    if (request.query['window'] !== undefined) return void redirectWithoutReferrer(response, url)
    const parents = embeddingOriginsOf(organization, parts.mode, found.ownOrigin)
    response
      .set(actionHeaders(parents, action.url))
      .send(actionDocument(parents, { id: request.params.actionId, url, locale, scheme }))
  })
  router.post('/actions/:actionId/cancel', urlencoded({ extended: false, limit: '1kb' }), async (request, response) => {
    await cancelShopperAction(parts, request.params['actionId'] as string)
    response.redirect(303, `/actions/${request.params['actionId'] as string}/return`)
  })
  router.get('/actions/:actionId/return', async (request, response) => {
    // The processor may append a secret of the payment to this URL, so we redirect to the URL without a query before we show anything.
    if (Object.keys(request.query).length > 0) {
      return void redirectWithoutReferrer(response, `/actions/${encodeURIComponent(request.params.actionId)}/return`)
    }
    const found = await findAction(parts, request.params.actionId)
    if (found === undefined) return void sendUnknown(request, response)
    await finishShopperAction(parts, request.params.actionId)
    const parents = embeddingOriginsOf(found.organization, parts.mode, found.ownOrigin)
    response
      .set(returnHeaders(parents))
      .send(returnDocument(parents, found.attempt.action?.returnTo ?? null, localeFor(found, request)))
  })
  return router
}

interface Found extends PaidSession {
  readonly attempt: AttemptRow
  readonly organization: Organization
  /** The origin of our own page, if one of our pages shows the session. */
  readonly ownOrigin: string | null
}

const findAction = async (billing: Billing, actionId: string): Promise<Found | undefined> => {
  const { database } = billing
  if (!isUuid(actionId)) return undefined
  const attempt = await acrossOrganizations(database, 'action id')
    .selectFrom('attempts')
    .selectAll()
    .where('actionId', '=', actionId)
    .executeTakeFirst()
  const organization = attempt && (await loadOrganization(database, attempt.organizationId))
  if (attempt === undefined || organization === undefined) return undefined
  const paid = await loadPaidSession(inOrganization(database, organization.id), attempt.paymentId)
  const ownOrigin = paid.session === undefined ? null : ownOriginOf(billing, paid.session)
  return { attempt, organization, ...paid, ownOrigin }
}

/** Stores the page to which a redirected browser returns, if that is one of the merchant's pages or our own. */
const storeReturnTo = async (
  { database, mode }: Billing,
  { attempt, organization, ownOrigin }: Found,
  returnTo: unknown,
): Promise<void> => {
  if (typeof returnTo !== 'string' || !URL.canParse(returnTo)) return
  if (!isOriginAllowed(organization, mode, new URL(returnTo).origin, ownOrigin)) return
  await inOrganization(database, organization.id)
    .updateTable('attempts')
    .set({ action: JSON.stringify({ ...attempt.action, returnTo }) })
    .where('id', '=', attempt.id)
    .execute()
}

/** Redirects the browser without a referrer. */
const redirectWithoutReferrer = (response: Response, url: string): void =>
  response.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' }).redirect(303, url)

/** The locale of the text that the shopper agreed to; if that is unknown, the session's locale; if the session has none, the browser's. */
const localeFor = ({ payment, session }: Found, request: Request): string => {
  const consent = payment?.consent as { readonly locale?: string } | null | undefined
  return pageLocaleOf(request, consent?.locale, session?.members.options?.locale)
}

/** Adds locale and color scheme to a sandbox page; an issuer's own address stays unchanged. */
const withLook = (url: string, look: { readonly locale: string; readonly scheme: string }): string =>
  url.startsWith('/') ? `${url}?${new URLSearchParams(look).toString()}` : url

const sendUnknown = (request: Request, response: Response): void =>
  void response
    .status(404)
    .set(returnHeaders([]))
    .send(unknownActionDocument(pageLocaleOf(request)))
