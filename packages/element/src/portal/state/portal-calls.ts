import type { Portal } from '@billing-checkout/contract'
import { type Answer, sendRequest, type AttemptCredentials } from '../../checkout/requests/transport.ts'

/** A change, as a request to the service. */
export interface PortalRequest {
  readonly method: 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: object
}

/** The server's operations for the portal. No method throws or rejects. */
export interface PortalCalls {
  /** Reads everything that the portal shows; if `locale` is null, in the customer's language. */
  readonly read: (token: string, locale: string | null) => Promise<Answer<Portal>>
  readonly send: <Value>(request: PortalRequest, attempt: AttemptCredentials) => Promise<Answer<Value>>
  /**
   * Fetches a new client token from an address of the page's origin. The merchant's server recognizes the customer by the cookies of this
   * origin.
   */
  readonly renew: (url: string) => Promise<Answer<{ readonly client_token: string }>>
}

const sendTimeoutMs = 45_000

/** Creates the calls to `server` (an origin, optionally with a path). */
export const createPortalCalls = (server: string): PortalCalls => ({
  read: (token, locale) =>
    sendRequest(`${server}/portal-session${locale === null ? '' : `?locale=${encodeURIComponent(locale)}`}`, {
      headers: credentials(token),
    }),
  send: ({ method, path, body }, { token, key }) =>
    sendRequest(
      server + path,
      {
        method,
        headers: {
          ...credentials(token),
          ...(method !== 'DELETE' && { 'Idempotency-Key': key }),
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      },
      sendTimeoutMs,
    ),
  renew: (url) => sendRequest(url, { method: 'POST', credentials: 'same-origin' }),
})

const credentials = (token: string) => ({ Authorization: `Bearer ${token}`, 'X-API-Version': '1.0.0' })
