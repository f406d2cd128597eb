import {
  newPasskeyBody,
  type PasskeyChallenge,
  passkeyChallengeBody,
  passkeyProof,
  type PasskeyPurpose,
  updatePasskeyBody,
} from '@billing-checkout/contract'
import type { Request, Router } from 'express'
import { addPasskey, listPasskeys, removePasskey, renamePasskey } from '../../credentials/passkeys/own-passkeys.ts'
import { openPasskeyChallenge } from '../../credentials/passkeys/passkey-challenges.ts'
import { passkeySiteOf } from '../../credentials/passkeys/passkey-site.ts'
import { reauthenticateWithPasskey, signInWithPasskey } from '../../credentials/passkeys/prove-by-passkey.ts'
import { presentDashboardSession, requireRecentProof } from '../../credentials/users/dashboard-sessions.ts'
import type { SignInLimits } from '../../http/dashboard/sign-in-limits.ts'
import { networkAddressOf } from '../../http/proxies/network-address-of.ts'
import {
  answerSignedIn,
  runAudited,
  readDashboardBody,
  dashboardSessionOf,
  sessionPath,
  type SignInDependencies,
} from './session-requests.ts'

/**
 * Signs users in with a passkey, and accepts a passkey instead of the password when they authenticate again. Users can add, rename and
 * remove their own passkeys.
 */
export const addPasskeyRoutes = (router: Router, parts: SignInDependencies, limits: SignInLimits): void => {
  const siteOf = () => passkeySiteOf(parts.dashboardOrigin())
  const countTryOf = (request: Request) => (passkeyId: string) =>
    limits.countPasskey({ passkeyId, address: networkAddressOf(request) })

  router.post(`${sessionPath}/challenges`, async (request, response) => {
    const { purpose } = await readDashboardBody(parts, request, passkeyChallengeBody)
    await limits.countNetwork(networkAddressOf(request))
    response.status(201).json(await openChallengeFor(purpose, request))
  })
  router.post(`${sessionPath}/with-passkey`, async (request, response) => {
    const proof = await readDashboardBody(parts, request, passkeyProof)
    await limits.countNetwork(networkAddressOf(request))
    const given = { proof, site: siteOf(), countTry: countTryOf(request) }
    const cookie = await runAudited('signIn', request, response, () => signInWithPasskey(parts, given))
    await answerSignedIn(parts, response, cookie)
  })
  router.post(`${sessionPath}/reauthenticate-with-passkey`, async (request, response) => {
    const wall = parts.wallClock()
    const session = await dashboardSessionOf(parts, request, wall)
    const proof = await readDashboardBody(parts, request, passkeyProof)
    await limits.countUser(session.user.id)
    const given = { proof, site: siteOf(), countTry: countTryOf(request) }
    const renewed = await runAudited('reauthenticate', request, response, () =>
      reauthenticateWithPasskey(parts, session, given),
    )
    response.json(await presentDashboardSession(parts, renewed, wall))
  })
  router.get(`${sessionPath}/passkeys`, async (request, response) => {
    const { user } = await dashboardSessionOf(parts, request, parts.wallClock())
    response.json({ data: await listPasskeys(parts.database, user.id) })
  })
  router.post(`${sessionPath}/passkeys`, async (request, response) => {
    const session = await dashboardSessionOf(parts, request, parts.wallClock())
    const body = await readDashboardBody(parts, request, newPasskeyBody)
    requireRecentProof(session, parts.wallClock(), 'add a passkey')
    const add = () => addPasskey(parts, session, body, siteOf())
    response.status(201).json(await runAudited('addPasskey', request, response, add))
  })
  router.patch(`${sessionPath}/passkeys/:id`, async (request, response) => {
    const session = await dashboardSessionOf(parts, request, parts.wallClock())
    const { name } = await readDashboardBody(parts, request, updatePasskeyBody)
    const rename = () => renamePasskey(parts, session, request.params.id, name)
    response.json(await runAudited('renamePasskey', request, response, rename))
  })
  router.delete(`${sessionPath}/passkeys/:id`, async (request, response) => {
    const session = await dashboardSessionOf(parts, request, parts.wallClock())
    requireRecentProof(session, parts.wallClock(), 'remove a passkey')
    const remove = () => removePasskey(parts, session, request.params.id)
    response.json(await runAudited('removePasskey', request, response, remove))
  })

  const openChallengeFor = async (purpose: PasskeyPurpose, request: Request): Promise<PasskeyChallenge> => {
    const wall = parts.wallClock()
    if (purpose === 'sign_in') return openPasskeyChallenge(parts.database, siteOf(), { purpose, user: null }, wall)
    const session = await dashboardSessionOf(parts, request, wall)
    if (purpose === 'add_passkey') requireRecentProof(session, wall, 'add a passkey')
    return openPasskeyChallenge(parts.database, siteOf(), { purpose, user: session.user }, wall)
  }
}
