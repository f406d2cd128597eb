import { Router, urlencoded } from 'express'
import { signInPath } from '../../billing/links/our-pages.ts'
import {
  enterPortal,
  findBegunPortal,
  findPortalLink,
  findPortalOfCookie,
  findSignInOrganization,
} from '../../billing/portal/sign-in.ts'
import { issuePortalToken } from '../../billing/portal/open-portal-session.ts'
import { requestLocalsOf, actorOf } from '../../http/requests/request-locals.ts'
import type { ElementManifest } from '../assets/assets.ts'
import { isOwnForm, isSameOrigin } from '../hosted/form-token.ts'
import type { HostedPagesDependencies } from '../hosted/hosted-router.ts'
import {
  pageLocaleOf,
  serverOriginOf,
  formPageOf,
  refuseIfPagesOff,
  sendEndedLink,
  sendPage,
} from '../hosted/send-page.ts'
import { changeEmailRouter } from './change-email-router.ts'
import { portalCookieOf, portalCookieOfForm, setPortalCookie } from './portal-cookie.ts'
import { openPortalPage, portalPage } from './portal-page.ts'
import { signedOutPage } from './sign-in-pages.ts'
import { organizationIdIn, sendSignInForm, signInRouter } from './sign-in-router.ts'

/** The parts of the portal's pages. */
export interface PortalRouterDependencies extends HostedPagesDependencies {
  readonly manifest: Pick<ElementManifest, 'versioned_script' | 'integrity' | 'portal'> | undefined
}

/**
 * Our page of the customer portal. The button on a link's page works once and sets a cookie, which no script can read and other sites'
 * requests do not carry. With this cookie, the page's element gets new client tokens.
 */
export const portalRouter = (parts: PortalRouterDependencies): Router => {
  const router = Router({ caseSensitive: true, strict: true })
  router.use('/portal', async (request, response, next) => {
    requestLocalsOf(response).pattern = '/portal'
    await parts.rateLimiter.count(request, response, null)
    if (!refuseIfPagesOff(parts, response)) next()
  })
  router.use(signInRouter(parts))
  router.use(changeEmailRouter(parts))
  router.get('/portal/open/:token', async (request, response) => {
    requestLocalsOf(response).pattern = '/portal/open/{token}'
    const found = await findPortalLink(parts, request.params.token)
    if (found === undefined) return void sendEndedLink(request, response)
    requestLocalsOf(response).organizationId = found.organization.id
    const locale = pageLocaleOf(request, found.session.locale)
    sendPage(response, openPortalPage({ ...formPageOf(parts, request, found.organization), locale }))
  })
  router.post('/portal/open/:token', urlencoded({ extended: false, limit: '1kb' }), async (request, response) => {
    requestLocalsOf(response).pattern = '/portal/open/{token}'
    if (!isOwnForm(parts, request, request.path)) return void response.redirect(303, request.path)
    const token = request.params['token'] as string
    const cookie = portalCookieOfForm(parts, request)
    const actor = actorOf(request, response)
    const entered = (await enterPortal(parts, token, cookie, actor)) ?? (await findBegunPortal(parts, cookie))
    if (entered === undefined) return void sendEndedLink(request, response)
    setPortalCookie(parts, response, cookie)
    response.redirect(303, signInPath(entered.organizationId))
  })
  router.get('/portal', async (request, response) => {
    const cookie = portalCookieOf(parts, request)
    const found = await findPortalOfCookie(parts, cookie)
    const id = organizationIdIn(request)
    if (found === undefined || (id !== '' && id !== found.organization.id)) {
      const organization = await findSignInOrganization(parts, id)
      const isSignedOut = found === undefined && cookie !== ''
      if (organization !== undefined)
        return sendSignInForm(parts, request, response, { organization, isSignedOut, refused: null })
      return isSignedOut
        ? sendPage(response.status(404), signedOutPage(pageLocaleOf(request)))
        : sendEndedLink(request, response)
    }
    const { organization, session } = found
    requestLocalsOf(response).organizationId = organization.id
    const { portal, versioned_script } = parts.manifest ?? {}
    if (portal === undefined || versioned_script === undefined) {
      response.status(503).set({ 'Cache-Control': 'no-store' }).type('txt')
      return void response.send('This server has no portal, because its element was built without it.\n')
    }
    sendPage(
      response,
      portalPage({
        organization,
        locale: pageLocaleOf(request, session.locale),
        publicUrl: serverOriginOf(parts),
        clientToken: await issuePortalToken(parts, session, true),
        sessionId: session.id,
        manifest: { versioned_script, portal },
        frameOrigin: parts.frameOrigin(),
        canSignIn: parts.mailer !== null,
      }),
    )
  })
  router.post('/portal/token', async (request, response) => {
    requestLocalsOf(response).pattern = '/portal/token'
    response.set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' })
    const found = isSameOrigin(parts, request)
      ? await findPortalOfCookie(parts, portalCookieOf(parts, request))
      : undefined
    const isOther = found !== undefined && found.session.id !== request.query['session']
    if (found === undefined || isOther)
      return void response.status(401).json({ error: 'This portal session has ended.' })
    requestLocalsOf(response).organizationId = found.organization.id
    response.json({ client_token: await issuePortalToken(parts, found.session, true) })
  })
  return router
}
