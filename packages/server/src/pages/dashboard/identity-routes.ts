import {
  identityAnswerBody,
  type IdentityProviderName,
  identityRequestBody,
  type OwnIdentity,
  Problem,
} from '@billing-checkout/contract'
import type { Request, Response, Router } from 'express'
import { identityRequestSeconds } from '../../credentials/identities/identity-challenges.ts'
import { findIdentity, removeOwnIdentity } from '../../credentials/identities/own-identity.ts'
import {
  type ReturnedAnswer,
  type IdentitySignInDependencies,
  openIdentityRequest,
  reauthenticateByIdentity,
  refuseForeignAnswer,
  signInByIdentity,
} from '../../credentials/identities/prove-by-identity.ts'
import { presentDashboardSession, requireRecentProof } from '../../credentials/users/dashboard-sessions.ts'
import { identityCookie } from '../../http/dashboard/dashboard-requests.ts'
import type { SignInLimits } from '../../http/dashboard/sign-in-limits.ts'
import { networkAddressOf } from '../../http/proxies/network-address-of.ts'
import { readCookie } from '../../http/requests/read-cookie.ts'
import {
  answerSignedIn,
  runAudited,
  cookieOptions,
  readDashboardBody,
  requireDashboardRequest,
  dashboardSessionOf,
  sessionPath,
  type SignInDependencies,
} from './session-requests.ts'

/**
 * Signs users in with the identity provider, and lets them authenticate there again. The provider redirects the browser to a page of the
 * dashboard, and this page posts the provider's answer. Our cookie is `SameSite=Strict`, so browsers do not send it with the provider's
 * redirect itself.
 */
export const addIdentityRoutes = (router: Router, parts: SignInDependencies, limits: SignInLimits): void => {
  router.get(`${sessionPath}/identity-provider`, (request, response) => {
    requireDashboardRequest(parts, request)
    response.json({ name: parts.identityProvider?.name ?? null } satisfies IdentityProviderName)
  })
  routeProofs(router, parts, limits)
  routeOwnIdentity(router, parts)
}

const routeProofs = (router: Router, parts: SignInDependencies, limits: SignInLimits): void => {
  router.post(`${sessionPath}/identity-requests`, async (request, response) => {
    const { purpose } = await readDashboardBody(parts, request, identityRequestBody)
    const users = usersOf(parts)
    await limits.countNetwork(networkAddressOf(request))
    const userId = purpose === 'sign_in' ? null : (await dashboardSessionOf(parts, request, parts.wallClock())).user.id
    const { secret, url, state } = await openIdentityRequest(users, { purpose, userId }, redirectUriOf(parts))
    const maxAge = identityRequestSeconds * 1000
    response.cookie(identityCookie(parts.dashboardOrigin()), secret, { ...cookieOptions(parts), maxAge })
    response.status(201).json({ url, state })
  })
  router.post(`${sessionPath}/with-identity`, async (request, response) => {
    const answer = await readAnswer(parts, request)
    const users = usersOf(parts)
    await limits.countNetwork(networkAddressOf(request))
    clearSecret(parts, response)
    const cookie = await runAudited('signIn', request, response, () => signInByIdentity(users, answer))
    await answerSignedIn(parts, response, cookie)
  })
  router.post(`${sessionPath}/reauthenticate-with-identity`, async (request, response) => {
    const wall = parts.wallClock()
    const session = await dashboardSessionOf(parts, request, wall)
    const answer = await readAnswer(parts, request)
    const users = usersOf(parts)
    await limits.countUser(session.user.id)
    clearSecret(parts, response)
    const reauthenticate = () => reauthenticateByIdentity(users, session, answer)
    const renewed = await runAudited('reauthenticate', request, response, reauthenticate)
    response.json(await presentDashboardSession(parts, renewed, wall))
  })
}

const routeOwnIdentity = (router: Router, parts: SignInDependencies): void => {
  router.get(`${sessionPath}/identity`, async (request, response) => {
    const { user } = await dashboardSessionOf(parts, request, parts.wallClock())
    response.json({ identity: await findIdentity(parts.database, user.id) } satisfies OwnIdentity)
  })
  router.delete(`${sessionPath}/identity`, async (request, response) => {
    const session = await dashboardSessionOf(parts, request, parts.wallClock())
    requireRecentProof(session, parts.wallClock(), 'unlink your account at the identity provider')
    response.json(await runAudited('removeIdentity', request, response, () => removeOwnIdentity(parts, session)))
  })
}

const readAnswer = async (parts: SignInDependencies, request: Request): Promise<ReturnedAnswer> => {
  const { query, invitation } = await readDashboardBody(parts, request, identityAnswerBody)
  const secret = readCookie(request, identityCookie(parts.dashboardOrigin()))
  refuseForeignAnswer({ secret, query })
  return { secret, query, invitation, redirectUri: redirectUriOf(parts) }
}

const clearSecret = (parts: SignInDependencies, response: Response): void =>
  void response.clearCookie(identityCookie(parts.dashboardOrigin()), cookieOptions(parts))

/** The dashboard's page to which the provider redirects the browser. */
const redirectUriOf = ({ dashboardOrigin }: Pick<SignInDependencies, 'dashboardOrigin'>): string =>
  `${new URL(dashboardOrigin()).origin}/dashboard/callback`

const usersOf = ({ identityProvider, ...parts }: SignInDependencies): IdentitySignInDependencies => {
  if (identityProvider === null)
    throw new Problem('not_found', 'This server has no identity provider; its operator names one by OIDC_ISSUER.')
  return { ...parts, identityProvider }
}
