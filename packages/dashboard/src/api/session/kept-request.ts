import type { IdentityPurpose } from '@billing-checkout/contract'

/** What a window was sent to the identity provider for. */
export interface KeptRequest {
  readonly state: string
  readonly purpose: IdentityPurpose
  /** The address of the dashboard that the user was at; null in a window that was opened for the proof alone. */
  readonly returnTo: string | null
  readonly invitation: string | null
}

const key = 'billing-dashboard-identity'

/** Keeps a request in a window while it shows the provider's pages. */
export const keepRequest = (storage: Pick<Storage, 'setItem'>, request: KeptRequest): void =>
  storage.setItem(key, JSON.stringify(request))

/** Takes the request of a window that is back; null if it has none with this state. */
export const takeRequest = (
  storage: Pick<Storage, 'getItem' | 'removeItem'>,
  state: string | null,
): KeptRequest | null => {
  const text = storage.getItem(key)
  storage.removeItem(key)
  const kept = text === null ? null : (JSON.parse(text) as KeptRequest)
  return kept !== null && kept.state === state ? kept : null
}

/** The address at which a user continues after signing in: their former one, unless it is a page of sign-in. */
export const addressAfter = (kept: Pick<KeptRequest, 'returnTo'> | null): string => {
  const path = kept?.returnTo ?? ''
  return path.startsWith('/dashboard/org_') ? path : '/dashboard'
}
