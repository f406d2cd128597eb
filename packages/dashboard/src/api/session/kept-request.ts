import type { IdentityPurpose } from '@billing-checkout/contract'

/** A request to the identity provider. The window stores the request while it shows the provider's pages. */
export interface KeptRequest {
  readonly state: string
  readonly purpose: IdentityPurpose
  /** The dashboard's address to return to; null if the window was opened only to confirm the user's identity. */
  readonly returnTo: string | null
  readonly invitation: string | null
}

const key = 'billing-dashboard-identity'

/** Stores a request in the window, before the window leaves for the provider. */
export const keepRequest = (storage: Pick<Storage, 'setItem'>, request: KeptRequest): void =>
  storage.setItem(key, JSON.stringify(request))

/** Removes the stored request from the window. Returns the request if its state is the given one; else null. */
export const takeRequest = (
  storage: Pick<Storage, 'getItem' | 'removeItem'>,
  state: string | null,
): KeptRequest | null => {
  const text = storage.getItem(key)
  storage.removeItem(key)
  const kept = text === null ? null : (JSON.parse(text) as KeptRequest)
  return kept !== null && kept.state === state ? kept : null
}

/** The address to show after signing in: the earlier address if it belongs to an organization, else the start page. */
export const addressAfter = (kept: Pick<KeptRequest, 'returnTo'> | null): string => {
  const path = kept?.returnTo ?? ''
  return path.startsWith('/dashboard/org_') ? path : '/dashboard'
}
