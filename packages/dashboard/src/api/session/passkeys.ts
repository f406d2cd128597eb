import type { DashboardSession, Passkey, PasskeyChallenge, PasskeyPurpose } from '@billing-checkout/contract'
import { BrowserFault } from '../browser-fault.ts'
import { type ServerRequest, requestJson } from '../request-json.ts'
import { dashboardHeaders } from './session-requests.ts'

/** Whether this browser can use passkeys here: the page's address must have a host name, and use TLS or be on the user's own machine. */
export const canUsePasskeys = ({
  isSecureContext,
  location,
  PublicKeyCredential,
}: Pick<typeof globalThis, 'isSecureContext' | 'location'> & {
  readonly PublicKeyCredential?: unknown
} = globalThis): boolean =>
  isSecureContext && PublicKeyCredential !== undefined && !/^(\[.*\]|[\d.]+)$/.test(location.hostname)

/** Signs in the user by a passkey that they choose; the server sets the cookie. */
export const signInWithPasskey = async (): Promise<DashboardSession> => sendSignature('sign_in', 'with-passkey')

/** Confirms the user's identity with a passkey, for operations that require it. */
export const reauthenticateWithPasskey = async (): Promise<DashboardSession> =>
  sendSignature('reauthenticate', 'reauthenticate-with-passkey')

/** The passkeys of the user. */
export const findPasskeys = async (ask: typeof fetch, signal: AbortSignal): Promise<readonly Passkey[]> =>
  (await requestJson<{ readonly data: readonly Passkey[] }>({ method: 'GET', path: passkeysPath, signal, fetch: ask }))
    .data

/** Creates a passkey on a device of the user, and registers it at the server. `ask` prompts for the password if the server requires it. */
export const addPasskey = async (name: string, ask: typeof fetch): Promise<Passkey> => {
  const challenge = await openChallenge('add_passkey', { fetch: ask })
  const { user } = challenge
  const made = await fromBrowser(() =>
    navigator.credentials.create({
      publicKey: {
        challenge: bytesOf(challenge.challenge),
        rp: { id: challenge.relying_party_id, name: 'billing-checkout' },
        user: {
          id: new TextEncoder().encode(user?.id ?? ''),
          name: user?.email ?? '',
          displayName: user?.name ?? '',
        },
        pubKeyCredParams: challenge.algorithms.map((alg) => ({ type: 'public-key', alg })),
        excludeCredentials: descriptorsOf(challenge),
        authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
        attestation: 'none',
      },
    }),
  )
  const response = made.response as AuthenticatorAttestationResponse
  return requestJson({
    method: 'POST',
    path: passkeysPath,
    body: {
      name,
      credential_id: textOf(made.rawId),
      client_data: textOf(response.clientDataJSON),
      attestation: textOf(response.attestationObject),
      transports: response.getTransports(),
    },
    fetch: ask,
  })
}

/** Renames a passkey. */
export const renamePasskey = (id: string, name: string, ask: typeof fetch): Promise<Passkey> =>
  requestJson({ method: 'PATCH', path: `${passkeysPath}/${encodeURIComponent(id)}`, body: { name }, fetch: ask })

/** Removes a passkey, and signs the user out everywhere else. */
export const removePasskey = (id: string, ask: typeof fetch): Promise<Passkey> =>
  requestJson({ method: 'DELETE', path: `${passkeysPath}/${encodeURIComponent(id)}`, fetch: ask })

const passkeysPath = '/dashboard-session/passkeys'

const openChallenge = (
  purpose: PasskeyPurpose,
  sentBy: Pick<ServerRequest, 'headers' | 'fetch'>,
): Promise<PasskeyChallenge> =>
  requestJson({ method: 'POST', path: '/dashboard-session/challenges', body: { purpose }, ...sentBy })

/** Sends a passkey's signature, without `fetchAsUser`, because this request itself answers a prompt of `fetchAsUser`. */
const sendSignature = async (purpose: PasskeyPurpose, path: string): Promise<DashboardSession> => {
  const challenge = await openChallenge(purpose, { headers: dashboardHeaders })
  const used = await fromBrowser(() =>
    navigator.credentials.get({
      publicKey: {
        challenge: bytesOf(challenge.challenge),
        rpId: challenge.relying_party_id,
        allowCredentials: descriptorsOf(challenge),
        userVerification: 'required',
      },
    }),
  )
  const response = used.response as AuthenticatorAssertionResponse
  return requestJson({
    method: 'POST',
    path: `/dashboard-session/${path}`,
    body: {
      credential_id: textOf(used.rawId),
      client_data: textOf(response.clientDataJSON),
      authenticator_data: textOf(response.authenticatorData),
      signature: textOf(response.signature),
      user_handle: response.userHandle === null ? null : textOf(response.userHandle),
    },
    headers: dashboardHeaders,
  })
}

const descriptorsOf = ({ credentials }: PasskeyChallenge): PublicKeyCredentialDescriptor[] =>
  credentials.map(({ id, transports }) => ({
    type: 'public-key',
    id: bytesOf(id),
    // TypeScript's type of the browser interface lacks some transports of the standard.
    transports: transports as AuthenticatorTransport[],
  }))

const fromBrowser = async (ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> => {
  try {
    const credential = await ask()
    if (credential !== null) return credential as PublicKeyCredential
  } catch (error) {
    const isKnown = error instanceof DOMException && error.name === 'InvalidStateError'
    throw new BrowserFault(isKnown ? 'passkey.knownHere' : 'passkey.notConfirmed', error)
  }
  throw new BrowserFault('passkey.notConfirmed')
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))

const textOf = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
