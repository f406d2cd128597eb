import { emailInput } from '@billing-checkout/contract'
import { required } from '@billing-checkout/domain'
import { type Request, Router, urlencoded, type Response } from 'express'
import { portalPageUrl } from '../../billing/links/our-pages.ts'
import type { Billing } from '../../billing/billing.ts'
import { findLinkOffer, openPaymentLinkSession } from '../../billing/hosted/buy.ts'
import { findSubscriptionOfLink, keepSubscription } from '../../billing/declarations/keep-subscription.ts'
import { findRecovery, openRecoverySession } from '../../billing/hosted/recover.ts'
import type { RateLimiter } from '../../http/rate-limit.ts'
import { requestLocalsOf, actorOf } from '../../http/requests/request-locals.ts'
import { isOriginAllowed } from '../../organization/is-origin-allowed.ts'
import { loadOrganization } from '../../organization/load-organization.ts'
import { isUuid } from '../../reading/is-uuid.ts'
import { loadClientSessionById } from '../../store/entities/client-sessions.ts'
import { inOrganization } from '../../store/in-organization.ts'
import type { ElementManifest } from '../assets/assets.ts'
import { buyPage } from './buy-page.ts'
import { checkoutPage, returnUrlsOf } from './checkout-page.ts'
import { isOwnForm, formFieldOf } from './form-token.ts'
import { keepSubscriptionPage } from './keep-subscription-page.ts'
import { recoveryPage } from './recovery-page.ts'
import { pageLocaleOf, serverOriginOf, formPageOf, refuseIfPagesOff, sendEndedLink, sendPage } from './send-page.ts'

/** The parts of our pages for shoppers. */
export interface HostedPagesDependencies extends Billing {
  readonly rateLimiter: RateLimiter
  /** The manifest of the element; undefined if the element is not built, in which case no page is served. */
  readonly manifest: Pick<ElementManifest, 'versioned_script' | 'integrity'> | undefined
}

/**
 * Our own pages for shoppers: the checkout of a session, and the pages of payment links, recovery links and links that undo a cancellation.
 * Opening such a page changes nothing that a shopper could notice, because mail scanners open every link.
 */
export const hostedRouter = (parts: HostedPagesDependencies): Router => {
  const router = Router({ caseSensitive: true, strict: true })
  router.use(['/pay', '/buy'], async (request, response, next) => {
    requestLocalsOf(response).pattern = request.baseUrl
    await parts.rateLimiter.count(request, response, null)
    if (!refuseIfPagesOff(parts, response)) next()
  })
  router.get('/pay/recovery/:token', async (request, response) => {
    requestLocalsOf(response).pattern = '/pay/recovery/{token}'
    const recovery = await findRecovery(parts, request.params.token)
    if (recovery === undefined) return void sendEndedLink(request, response)
    requestLocalsOf(response).organizationId = recovery.organization.id
    sendPage(response, recoveryPage(formPageOf(parts, request, recovery.organization), recovery))
  })
  router.post('/pay/recovery/:token', urlencoded({ extended: false, limit: '1kb' }), async (request, response) => {
    requestLocalsOf(response).pattern = '/pay/recovery/{token}'
    // An expired form is shown again with a new token.
    if (!isOwnForm(parts, request, request.path)) return void response.redirect(303, request.path)
    const sessionId = await openRecoverySession(parts, request.params['token'] as string, actorOf(request, response))
    if (sessionId === undefined) return void sendEndedLink(request, response)
    response.redirect(303, `/pay/${sessionId}`)
  })
  router.get('/pay/keep/:token', async (request, response) => {
    requestLocalsOf(response).pattern = '/pay/keep/{token}'
    const kept = await findSubscriptionOfLink(parts, request.params.token)
    if (kept === undefined) return void sendEndedLink(request, response)
    requestLocalsOf(response).organizationId = kept.organization.id
    const isOver = kept.endedAt !== null || (kept.end !== null && !kept.canKeep)
    const page = formPageOf(parts, request, kept.organization)
    sendPage(
      response.status(isOver ? 410 : 200),
      keepSubscriptionPage(page, kept, portalPageUrl(parts, kept.organization.id)),
    )
  })
  router.post('/pay/keep/:token', urlencoded({ extended: false, limit: '1kb' }), async (request, response) => {
    requestLocalsOf(response).pattern = '/pay/keep/{token}'
    if (isOwnForm(parts, request, request.path))
      await keepSubscription(parts, request.params['token'] as string, actorOf(request, response))
    response.redirect(303, request.path)
  })
  router.get('/buy/:linkId', async (request, response) => {
    requestLocalsOf(response).pattern = '/buy/{link_id}'
    await sendOffer(parts, request, response, null)
  })
  router.post('/buy/:linkId', urlencoded({ extended: false, limit: '16kb' }), async (request, response) => {
    requestLocalsOf(response).pattern = '/buy/{link_id}'
    if (!isOwnForm(parts, request, request.path)) return void response.redirect(303, request.path)
    const id = request.params['linkId'] as string
    const typed = formFieldOf(request, 'email')
    const email = emailInput.safeParse(typed.trim())
    if (!email.success) return sendOffer(parts, request, response, typed)
    const sessionId = await openPaymentLinkSession(parts, { id, email: email.data, ...actorOf(request, response) })
    if (sessionId === undefined) return void sendEndedLink(request, response)
    response.redirect(303, `/pay/${sessionId}`)
  })
  router.get('/pay/:sessionId', async (request, response) => {
    requestLocalsOf(response).pattern = '/pay/{session_id}'
    const { mode, manifest, frameOrigin } = parts
    const found = await openOnOurPage(parts, request.params.sessionId)
    if (found === undefined) return void sendEndedLink(request, response)
    const { session, organization } = found
    requestLocalsOf(response).organizationId = organization.id
    sendPage(
      response,
      checkoutPage({
        organization,
        sessionId: session.id,
        locale: pageLocaleOf(request, session.members.options?.locale),
        returnUrls: returnUrlsOf(session.members, (origin) => isOriginAllowed(organization, mode, origin)),
        manifest: required(manifest, 'manifest', 'element'),
        publicUrl: serverOriginOf(parts),
        frameOrigin: frameOrigin(),
      }),
    )
  })
  return router
}

/** Finds a session and marks it as shown by our page. Our own origin counts as allowed only for marked sessions. */
const openOnOurPage = async ({ database }: Billing, sessionId: string) => {
  const session = isUuid(sessionId) ? await loadClientSessionById(database, sessionId) : undefined
  const organization = session && (await loadOrganization(database, session.organizationId))
  if (session === undefined || organization === undefined) return undefined
  if (session.hostedAs === null) {
    await inOrganization(database, organization.id)
      .updateTable('clientSessions')
      .set({ hostedAs: 'checkout' })
      .where('id', '=', session.id)
      .where('hostedAs', 'is', null)
      .execute()
  }
  return { session, organization }
}

/** Sends the page of a payment link. `refused` is the submitted text if it is not an e-mail address. */
const sendOffer = async (
  parts: HostedPagesDependencies,
  request: Request<{ linkId: string }>,
  response: Response,
  refused: string | null,
): Promise<void> => {
  const offer = await findLinkOffer(parts, request.params.linkId)
  if (offer === undefined) return sendEndedLink(request, response)
  requestLocalsOf(response).organizationId = offer.organization.id
  const page = formPageOf(parts, request, offer.organization)
  sendPage(response.status(refused === null ? 200 : 400), buyPage(page, offer, refused))
}
