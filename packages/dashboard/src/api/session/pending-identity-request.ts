import type { IdentityPurpose } from '@billing-checkout/contract'

/** A request to the identity provider. The window stores the request while it shows the provider's pages. */
export interface PendingIdentityRequest {
  readonly state: string
  readonly purpose: IdentityPurpose
  /** The dashboard's address to return to; null if the window was opened only to confirm the user's identity. */
  readonly returnTo: string | null
  readonly invitation: string | null
}

const key = 'billing-dashboard-identity'

/** Stores a request in the window, before the window leaves for the provider. */
export const storeIdentityRequest = (storage: Pick<Storage, 'setItem'>, request: PendingIdentityRequest): void =>
  storage.setItem(key, JSON.stringify(request))

/** Removes the stored request from the window. Returns the request if its state is the given one; else null. */
export const consumeIdentityRequest = (
  storage: Pick<Storage, 'getItem' | 'removeItem'>,
  state: string | null,
): PendingIdentityRequest | null => {
  const text = storage.getItem(key)
  storage.removeItem(key)
  const kept = text === null ? null : (JSON.parse(text) as PendingIdentityRequest)
  return kept !== null && kept.state === state ? kept : null
}

/** The address to show after signing in: the earlier address if it belongs to an organization, else the start page. */
export const addressAfterSignIn = (kept: Pick<PendingIdentityRequest, 'returnTo'> | null): string => {
  const path = kept?.returnTo ?? ''
  return path.startsWith('/dashboard/org_') ? path : '/dashboard'
}
