import type {
  DashboardSession,
  Identity,
  IdentityProviderName,
  IdentityPurpose,
  IdentityRequest,
  OwnIdentity,
} from '@billing-checkout/contract'
import { BrowserFault } from '../browser-fault.ts'
import { requestJson } from '../request-json.ts'
import { type PendingIdentityRequest, storeIdentityRequest } from './pending-identity-request.ts'
import { dashboardHeaders } from './session-requests.ts'

/** The name of the server's identity provider; null if the server has none. */
export const findIdentityProvider = async (): Promise<string | null> =>
  (await send<IdentityProviderName>('GET', '/dashboard-session/identity-provider')).name

/** The user's account at the identity provider; null if none is linked. */
export const findIdentity = async (ask: typeof fetch, signal: AbortSignal): Promise<Identity | null> =>
  (await requestJson<OwnIdentity>({ method: 'GET', path: identityPath, signal, fetch: ask })).identity

/** Removes the link to the user's account at the provider, and signs the user out everywhere else. */
export const removeIdentity = (ask: typeof fetch): Promise<Identity> =>
  requestJson({ method: 'DELETE', path: identityPath, fetch: ask })

/** Leads the browser to the provider's page, on which the user signs in. If there is an invitation, signing in also accepts it. */
export const redirectToIdentityProvider = async (invitation: string | null): Promise<void> => {
  const { url, state } = await begin('sign_in')
  storeIdentityRequest(sessionStorage, {
    state,
    purpose: 'sign_in',
    returnTo: location.pathname + location.search,
    invitation,
  })
  location.assign(url)
}

/** Confirms the user's identity at the provider in another window, so that this window keeps what the user typed. */
export const confirmIdentityInWindow = async (purpose: IdentityPurpose): Promise<void> => {
  // Opened before any request, because a browser opens a window only right after a click.
  const other = open('', '_blank', 'popup,width=540,height=720')
  if (other === null) throw new BrowserFault('identity.blocked')
  const { url, state } = await begin(purpose).catch((error: unknown) => {
    other.close()
    throw error
  })
  storeIdentityRequest(other.sessionStorage, { state, purpose, returnTo: null, invitation: null })
  const confirmed = waitForConfirmation(state)
  other.location.assign(url)
  await confirmed
}

/**
 * Sends the server the provider's answer, which is in this window's query after the redirect. `kept` is the request that the provider
 * answers.
 */
export const sendProviderAnswer = (query: string, kept: PendingIdentityRequest | null): Promise<DashboardSession> => {
  const path = kept?.purpose === 'reauthenticate' ? 'reauthenticate-with-identity' : 'with-identity'
  const invitation = kept?.invitation ?? null
  return send('POST', `/dashboard-session/${path}`, { query, ...(invitation !== null && { invitation }) })
}

/** Tells the window that opened this one that the identity is confirmed. Broadcasts the message, because the provider has cut `opener`. */
export const announceConfirmation = ({ state }: PendingIdentityRequest): void => {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(state)
  channel.close()
}

const identityPath = '/dashboard-session/identity'
const channelName = 'billing-dashboard-identity'
const graceMs = 1500

/** Resolves once the other window announces the confirmation; rejects if the user returns to this window before the announcement. */
const waitForConfirmation = (state: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const channel = new BroadcastChannel(channelName)
    const end = (settle: () => void): void => {
      channel.close()
      removeEventListener('focus', returned)
      settle()
    }
    const returned = (): void =>
      void setTimeout(() => end(() => reject(new BrowserFault('identity.windowUnfinished'))), graceMs)
    channel.addEventListener('message', ({ data }) => {
      if (data === state) end(resolve)
    })
    addEventListener('focus', returned)
  })

const begin = (purpose: IdentityPurpose): Promise<IdentityRequest> =>
  send('POST', '/dashboard-session/identity-requests', { purpose })

const send = <Answer>(method: string, path: string, body?: object): Promise<Answer> =>
  requestJson({ method, path, body, headers: dashboardHeaders })
