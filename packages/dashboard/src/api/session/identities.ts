import type {
  DashboardSession,
  Identity,
  IdentityProviderName,
  IdentityPurpose,
  IdentityRequest,
  OwnIdentity,
} from '@billing-checkout/contract'
import { BrowserFault } from '../browser-fault.ts'
import { sendJson } from '../send-json.ts'
import { type KeptRequest, keepRequest } from './kept-request.ts'
import { dashboardHeaders } from './session-requests.ts'

/** The name of the server's identity provider; null if it has none. */
export const findIdentityProvider = async (): Promise<string | null> =>
  (await send<IdentityProviderName>('GET', '/dashboard-session/identity-provider')).name

/** The account at the provider that the user is linked to; null if none. */
export const findIdentity = async (ask: typeof fetch, signal: AbortSignal): Promise<Identity | null> =>
  (await sendJson<OwnIdentity>({ method: 'GET', path: own, signal, fetch: ask })).identity

/** Removes the user's link to the provider, and signs the user out everywhere else. */
export const removeIdentity = (ask: typeof fetch): Promise<Identity> =>
  sendJson({ method: 'DELETE', path: own, fetch: ask })

/** Leaves the dashboard for the provider, to sign in. An invitation is accepted by that. */
export const goToProvider = async (invitation: string | null): Promise<void> => {
  const { url, state } = await begin('sign_in')
  keepRequest(sessionStorage, { state, purpose: 'sign_in', returnTo: location.pathname + location.search, invitation })
  location.assign(url)
}

/** Proves in another window at the provider who the user is, so that this one keeps what was typed in it. */
export const proveInWindow = async (purpose: IdentityPurpose): Promise<void> => {
  // Before any request: browsers open a window only for a click that has just happened.
  const other = open('', '_blank', 'popup,width=540,height=720')
  if (other === null) throw new BrowserFault('identity.blocked')
  const { url, state } = await begin(purpose).catch((error: unknown) => {
    other.close()
    throw error
  })
  keepRequest(other.sessionStorage, { state, purpose, returnTo: null, invitation: null })
  const proved = waitForProof(state)
  other.location.assign(url)
  await proved
}

/** Posts what the provider sent back with this window, which was sent away for `kept`. */
export const finishAtProvider = (query: string, kept: KeptRequest | null): Promise<DashboardSession> => {
  const path = kept?.purpose === 'reauthenticate' ? 'reauthenticate-with-identity' : 'with-identity'
  const invitation = kept?.invitation ?? null
  return send('POST', `/dashboard-session/${path}`, { query, ...(invitation !== null && { invitation }) })
}

/** Tells the window that opened this one that the proof was given. The provider's page has cut any other tie between them. */
export const announceProof = ({ state }: KeptRequest): void => {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(state)
  channel.close()
}

const own = '/dashboard-session/identity'
const channelName = 'billing-dashboard-identity'
const graceMs = 1500

/** Resolves once the proof was given in another window; rejects if the user comes back to this one without it. */
const waitForProof = (state: string): Promise<void> =>
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
  sendJson({ method, path, body, headers: dashboardHeaders })
