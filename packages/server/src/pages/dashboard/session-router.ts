import {
  acceptInvitationBody,
  createOrganizationBody,
  reauthenticateBody,
  setUpBody,
  signInBody,
} from '@billing-checkout/contract'
import { Router } from 'express'
import { refuseWithoutPages } from '../../billing/links/our-pages.ts'
import { acceptUserLink } from '../../credentials/users/accept-user-link.ts'
import { createOwnOrganization } from '../../credentials/users/create-own-organization.ts'
import {
  endDashboardSession,
  presentDashboardSession,
  reauthenticate,
  signIn,
} from '../../credentials/users/dashboard-sessions.ts'
import { setUp } from '../../credentials/users/set-up.ts'
import { apiHeaders } from '../../http/answers/api-headers.ts'
import { dashboardCookie, dashboardCookieOf } from '../../http/dashboard/dashboard-requests.ts'
import { createSignInLimits } from '../../http/dashboard/sign-in-limits.ts'
import { networkAddressOf } from '../../http/proxies/network-address-of.ts'
import { requestLocalsOf } from '../../http/requests/request-locals.ts'
import { addIdentityRoutes } from './identity-routes.ts'
import { addPasskeyRoutes } from './passkey-routes.ts'
import {
  answerSignedIn,
  runAudited,
  cookieOptions,
  readDashboardBody,
  dashboardSessionOf,
  sessionPath,
  setDashboardCookie,
  type SignInDependencies,
} from './session-requests.ts'

/**
 * Signs users of the dashboard in and out. The browser stores only the cookie, which no script can read. The router serves only requests of
 * our own dashboard, and only on a server that serves pages.
 */
export const sessionRouter = (parts: SignInDependencies): Router => {
  const signInLimits = createSignInLimits(parts.database)
  const router = Router({ caseSensitive: true, strict: true })
  const paths = [
    sessionPath,
    `${sessionPath}/reauthenticate`,
    `${sessionPath}/organizations`,
    '/dashboard-set-up',
    '/dashboard-invitation',
  ]
  router.use(paths, apiHeaders, async (request, response, next) => {
    requestLocalsOf(response).pattern = request.baseUrl
    await parts.rateLimiter.count(request, response, null)
    refuseWithoutPages(parts)
    next()
  })

  router.post(sessionPath, async (request, response) => {
    const { email, password } = await readDashboardBody(parts, request, signInBody)
    const address = networkAddressOf(request)
    await signInLimits.countNetwork(address)
    await signInLimits.countEmail({ email, address })
    const cookie = await runAudited('signIn', request, response, () => signIn(parts, { email, password }))
    await answerSignedIn(parts, response, cookie)
  })
  router.get(sessionPath, async (request, response) => {
    const wall = parts.wallClock()
    const session = await dashboardSessionOf(parts, request, wall)
    setDashboardCookie(parts, response, dashboardCookieOf(request, parts.dashboardOrigin()))
    response.json(await presentDashboardSession(parts, session, wall))
  })
  router.delete(sessionPath, async (request, response) => {
    const session = await dashboardSessionOf(parts, request, parts.wallClock())
    await runAudited('signOut', request, response, () => endDashboardSession(parts, session))
    response.clearCookie(dashboardCookie(parts.dashboardOrigin()), cookieOptions(parts))
    response.status(204).end()
  })
  router.post(`${sessionPath}/reauthenticate`, async (request, response) => {
    const wall = parts.wallClock()
    const session = await dashboardSessionOf(parts, request, wall)
    const { password } = await readDashboardBody(parts, request, reauthenticateBody)
    await signInLimits.countUser(session.user.id)
    const renewed = await runAudited('reauthenticate', request, response, () =>
      reauthenticate(parts, session, password),
    )
    response.json(await presentDashboardSession(parts, renewed, wall))
  })
  router.post(`${sessionPath}/organizations`, async (request, response) => {
    const session = await dashboardSessionOf(parts, request, parts.wallClock())
    const { name } = await readDashboardBody(parts, request, createOrganizationBody)
    const { originsOfFirst } = parts
    const create = () => createOwnOrganization(parts, session, { name, originsOfFirst })
    await runAudited('createOrganization', request, response, create, session.user.id)
    response.status(201).json(await presentDashboardSession(parts, session, parts.wallClock()))
  })
  router.post('/dashboard-set-up', async (request, response) => {
    const body = await readDashboardBody(parts, request, setUpBody)
    await signInLimits.countNetwork(networkAddressOf(request))
    const cookie = await runAudited('setUp', request, response, () => setUp(parts, body))
    await answerSignedIn(parts, response, cookie)
  })
  router.post('/dashboard-invitation', async (request, response) => {
    const body = await readDashboardBody(parts, request, acceptInvitationBody)
    const address = networkAddressOf(request)
    await signInLimits.countNetwork(address)
    const countEmail = (email: string) => signInLimits.countEmail({ email, address })
    const cookie = await runAudited('acceptInvitation', request, response, () =>
      acceptUserLink(parts, body, countEmail),
    )
    await answerSignedIn(parts, response, cookie)
  })
  addPasskeyRoutes(router, parts, signInLimits)
  addIdentityRoutes(router, parts, signInLimits)
  return router
}
