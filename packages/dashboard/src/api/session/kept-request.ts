import type { IdentityPurpose } from '@billing-checkout/contract'

/** A request to the identity provider, kept while the window shows the provider's pages. */
export interface KeptRequest {
  readonly state: string
  readonly purpose: IdentityPurpose
  /** The dashboard's address to return to; null if the window was only opened to confirm who the user is. */
  readonly returnTo: string | null
  readonly invitation: string | null
}

const key = 'billing-dashboard-identity'

/** Stores a request in the window, before the window goes to the provider. */
export const keepRequest = (storage: Pick<Storage, 'setItem'>, request: KeptRequest): void =>
  storage.setItem(key, JSON.stringify(request))

/** Takes the stored request with this state out of the window; null if there is none. */
export const takeRequest = (
  storage: Pick<Storage, 'getItem' | 'removeItem'>,
  state: string | null,
): KeptRequest | null => {
  const text = storage.getItem(key)
  storage.removeItem(key)
  const kept = text === null ? null : (JSON.parse(text) as KeptRequest)
  return kept !== null && kept.state === state ? kept : null
}

/** The address to continue at after signing in: the earlier one, unless it is a sign-in page. */
export const addressAfter = (kept: Pick<KeptRequest, 'returnTo'> | null): string => {
  const path = kept?.returnTo ?? ''
  return path.startsWith('/dashboard/org_') ? path : '/dashboard'
}
