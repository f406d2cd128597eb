import {
  acceptInvitationBody,
  createOrganizationBody,
  Problem,
  reauthenticateBody,
  setUpBody,
  signInBody,
} from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import { type Request, type Response, Router } from 'express'
import type { z } from 'zod'
import type { Billing } from '../../billing/billing.ts'
import { refuseWithoutPages } from '../../billing/links/serves-pages.ts'
import { acceptLink } from '../../credentials/users/accept-link.ts'
import {
  endDashboardSession,
  idleSeconds,
  type OpenDashboardSession,
  presentDashboardSession,
  reauthenticate,
  signIn,
  useDashboardSession,
} from '../../credentials/users/dashboard-sessions.ts'
import type { DashboardUsers } from '../../credentials/users/dashboard-users.ts'
import { createOwnOrganization } from '../../credentials/users/create-own-organization.ts'
import { setUp } from '../../credentials/users/set-up.ts'
import { apiHeaders } from '../../http/answers/api-headers.ts'
import { addressOf } from '../../http/proxies/address-of.ts'
import type { RateLimiter } from '../../http/rate-limit.ts'
import {
  dashboardCookie,
  dashboardCookieOf,
  isOfDashboard,
  maySignIn,
} from '../../http/dashboard/dashboard-requests.ts'
import { readBytes, readJson } from '../../http/requests/read-body.ts'
import { factsOf } from '../../http/requests/request-facts.ts'
import { createSignInLimits } from '../../http/dashboard/sign-in-limits.ts'
import { problemOfIssues } from '../../reading/problem-of-issues.ts'
import { readWith } from '../../reading/read-with.ts'
import { actingAs } from '../../store/acting.ts'

/** What sign-in is made from. */
export interface SignInParts extends DashboardUsers, Pick<Billing, 'mode' | 'frameOrigin' | 'hostedPages'> {
  readonly publicUrl: () => string
  readonly rateLimiter: RateLimiter
  /** The operator's `ALLOWED_ORIGINS`, for the first organization. */
  readonly originsOfFirst: readonly string[] | null
}

/**
 * Signs users of the dashboard in and out. The cookie is all that a browser keeps, and no script reads it. Nothing here is answered
 * to a request that is not our own dashboard's, or by a server that serves no pages.
 */
export const sessionRouter = (parts: SignInParts): Router => {
  const signInLimits = createSignInLimits(parts.database)
  const router = Router({ caseSensitive: true, strict: true })
  const at = '/dashboard-session'
  const paths = [at, `${at}/reauthenticate`, `${at}/organizations`, '/dashboard-set-up', '/dashboard-invitation']
  router.use(paths, apiHeaders, async (request, response, next) => {
    factsOf(response).pattern = request.baseUrl
    await parts.rateLimiter.count(request, response, null)
    refuseWithoutPages(parts)
    next()
  })

  router.post(at, async (request, response) => {
    const { email, password } = await readOwn(parts, request, signInBody)
    const address = addressOf(request)
    await signInLimits.countNetwork(address)
    await signInLimits.countEmail({ email, address })
    const cookie = await inNameOf('signIn', request, response, () => signIn(parts, { email, password }))
    await answerSignedIn(parts, response, cookie)
  })
  router.get(at, async (request, response) => {
    const wall = parts.wallClock()
    const session = await sessionOf(parts, request, wall)
    setCookie(parts, response, dashboardCookieOf(request, parts.publicUrl()))
    response.json(await presentDashboardSession(parts, session, wall))
  })
  router.delete(at, async (request, response) => {
    const session = await sessionOf(parts, request, parts.wallClock())
    await inNameOf('signOut', request, response, () => endDashboardSession(parts, session))
    response.clearCookie(dashboardCookie(parts.publicUrl()), cookieOptions(parts))
    response.status(204).end()
  })
  router.post(`${at}/reauthenticate`, async (request, response) => {
    const wall = parts.wallClock()
    const session = await sessionOf(parts, request, wall)
    const { password } = await readOwn(parts, request, reauthenticateBody)
    await signInLimits.countUser(session.user.id)
    const renewed = await inNameOf('reauthenticate', request, response, () => reauthenticate(parts, session, password))
    response.json(await presentDashboardSession(parts, renewed, wall))
  })
  router.post(`${at}/organizations`, async (request, response) => {
    const session = await sessionOf(parts, request, parts.wallClock())
    const { name } = await readOwn(parts, request, createOrganizationBody)
    const { originsOfFirst } = parts
    const create = () => createOwnOrganization(parts, session, { name, originsOfFirst })
    await inNameOf('createOrganization', request, response, create, session.user.id)
    response.status(201).json(await presentDashboardSession(parts, session, parts.wallClock()))
  })
  router.post('/dashboard-set-up', async (request, response) => {
    const body = await readOwn(parts, request, setUpBody)
    await signInLimits.countNetwork(addressOf(request))
    const cookie = await inNameOf('setUp', request, response, () => setUp(parts, body))
    await answerSignedIn(parts, response, cookie)
  })
  router.post('/dashboard-invitation', async (request, response) => {
    const body = await readOwn(parts, request, acceptInvitationBody)
    const address = addressOf(request)
    await signInLimits.countNetwork(address)
    const countEmail = (email: string) => signInLimits.countEmail({ email, address })
    const cookie = await inNameOf('acceptInvitation', request, response, () => acceptLink(parts, body, countEmail))
    await answerSignedIn(parts, response, cookie)
  })
  return router
}

/** The body of a request of our dashboard. */
const readOwn = async <Body extends z.ZodType>(
  { publicUrl }: Pick<SignInParts, 'publicUrl'>,
  request: Request,
  schema: Body,
): Promise<z.output<Body>> => {
  if (!isOfDashboard(request, publicUrl()))
    throw new Problem('insufficient_permission', 'Only the dashboard of this server may sign users in.')
  if (!maySignIn(publicUrl()))
    throw new Problem('unavailable', 'Users sign in over https only; let PUBLIC_URL begin with https.')
  const { value, issues } = readWith(schema, 'body', readJson(await readBytes(request), request))
  if (issues.length > 0) throw problemOfIssues(issues)
  return value as z.output<Body>
}

const sessionOf = (parts: SignInParts, request: Request, wall: Timestamp): Promise<OpenDashboardSession> => {
  const cookie = dashboardCookieOf(request, parts.publicUrl())
  if (cookie === '') throw new Problem('missing_credentials', 'Sign in first.')
  return useDashboardSession(parts, cookie, wall)
}

const answerSignedIn = async (parts: SignInParts, response: Response, cookie: string): Promise<void> => {
  const wall = parts.wallClock()
  const session = await useDashboardSession(parts, cookie, wall)
  setCookie(parts, response, cookie)
  response.status(201).json(await presentDashboardSession(parts, session, wall))
}

/** The browser keeps the cookie for as long as the server keeps the session: until twelve hours without a use. */
const setCookie = (parts: SignInParts, response: Response, cookie: string): void => {
  response.cookie(dashboardCookie(parts.publicUrl()), cookie, { ...cookieOptions(parts), maxAge: idleSeconds * 1000 })
}

const cookieOptions = ({ publicUrl }: Pick<SignInParts, 'publicUrl'>) =>
  ({
    path: '/',
    httpOnly: true,
    secure: new URL(publicUrl()).protocol === 'https:',
    sameSite: 'strict',
  }) as const

const inNameOf = <Result>(
  what: string,
  request: Request,
  response: Response,
  run: () => Promise<Result>,
  who = 'user',
): Promise<Result> => actingAs({ who, what, address: addressOf(request), requestId: factsOf(response).requestId }, run)
