/** What the portal shows as a whole. It stands alone, because a merchant's project has no message files for its types. */
export type PortalPhase = 'loading' | 'ready' | 'expired' | 'signed-out' | 'unavailable'
