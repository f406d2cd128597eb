import { Problem } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import type { Request, Response } from 'express'
import type { z } from 'zod'
import type { Billing } from '../../billing/billing.ts'
import {
  sessionIdleSeconds,
  type OpenDashboardSession,
  presentDashboardSession,
  resumeDashboardSession,
} from '../../credentials/users/dashboard-sessions.ts'
import type { UserAccountDependencies } from '../../credentials/users/dashboard-users.ts'
import {
  dashboardCookie,
  dashboardCookieOf,
  isDashboardRequest,
  maySignIn,
} from '../../http/dashboard/dashboard-requests.ts'
import type { RateLimiter } from '../../http/rate-limit.ts'
import { readBodyBytes, parseJsonBody } from '../../http/requests/read-body.ts'
import { actorOf } from '../../http/requests/request-locals.ts'
import { problemOfIssues } from '../../reading/problem-of-issues.ts'
import { validateWith } from '../../reading/validate-with.ts'
import { actingAs } from '../../store/acting.ts'

/** The parts that sign-in needs. */
export interface SignInDependencies
  extends
    Omit<UserAccountDependencies, 'identityProvider'>,
    Pick<Billing, 'mode' | 'frameOrigin' | 'hostedPages' | 'dashboardOrigin' | 'identityProvider' | 'logger'> {
  readonly rateLimiter: RateLimiter
  /** The operator's `ALLOWED_ORIGINS`, for the first organization. */
  readonly originsOfFirst: readonly string[] | null
}

/** The path of the dashboard's session. The paths of passkeys and identities are below it. */
export const sessionPath = '/dashboard-session'

/** Throws `insufficient_permission` unless our own dashboard sent the request. */
export const requireDashboardRequest = (
  { dashboardOrigin }: Pick<SignInDependencies, 'dashboardOrigin'>,
  request: Request,
): void => {
  if (!isDashboardRequest(request, dashboardOrigin()))
    throw new Problem('insufficient_permission', 'Only the dashboard of this server may sign users in.')
}

/**
 * Parses the body of a dashboard's request. Throws if our own dashboard did not send the request, users cannot sign in, or the body is
 * invalid.
 */
export const readDashboardBody = async <Body extends z.ZodType>(
  parts: Pick<SignInDependencies, 'dashboardOrigin'>,
  request: Request,
  schema: Body,
): Promise<z.output<Body>> => {
  requireDashboardRequest(parts, request)
  if (!maySignIn(parts.dashboardOrigin()))
    throw new Problem(
      'unavailable',
      'Users sign in over https only; let PUBLIC_URL or DASHBOARD_ORIGIN begin with https.',
    )
  const { value, issues } = validateWith(schema, 'body', parseJsonBody(await readBodyBytes(request), request))
  if (issues.length > 0) throw problemOfIssues(issues)
  return value as z.output<Body>
}

/** Finds the session of a request's cookie. If there is none, throws the problem for which the dashboard shows the sign-in page. */
export const dashboardSessionOf = (
  parts: SignInDependencies,
  request: Request,
  wall: Timestamp,
): Promise<OpenDashboardSession> => {
  const cookie = dashboardCookieOf(request, parts.dashboardOrigin())
  if (cookie === '') throw new Problem('missing_credentials', 'Sign in first.')
  return resumeDashboardSession(parts, cookie, wall)
}

/** Sets the cookie of a newly opened session, and answers with the session. */
export const answerSignedIn = async (parts: SignInDependencies, response: Response, cookie: string): Promise<void> => {
  const wall = parts.wallClock()
  const session = await resumeDashboardSession(parts, cookie, wall)
  setDashboardCookie(parts, response, cookie)
  response.status(201).json(await presentDashboardSession(parts, session, wall))
}

/**
 * Sets the dashboard's cookie. The browser keeps the cookie for twelve hours; the server ends a session that is unused for twelve hours.
 */
export const setDashboardCookie = (parts: SignInDependencies, response: Response, cookie: string): void => {
  response.cookie(dashboardCookie(parts.dashboardOrigin()), cookie, {
    ...cookieOptions(parts),
    maxAge: sessionIdleSeconds * 1000,
  })
}

/** The attributes of the dashboard's cookie. */
export const cookieOptions = ({ dashboardOrigin }: Pick<SignInDependencies, 'dashboardOrigin'>) =>
  ({
    path: '/',
    httpOnly: true,
    secure: new URL(dashboardOrigin()).protocol === 'https:',
    sameSite: 'strict',
  }) as const

/** Runs code whose changes the audit log attributes to a request of the dashboard. */
export const runAudited = <Result>(
  what: string,
  request: Request,
  response: Response,
  run: () => Promise<Result>,
  who = 'user',
): Promise<Result> => actingAs({ who, what, ...actorOf(request, response) }, run)
