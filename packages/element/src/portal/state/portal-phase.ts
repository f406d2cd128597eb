/** What the portal as a whole shows. A file of its own, because the types for merchants must not import message files. */
export type PortalPhase = 'loading' | 'ready' | 'expired' | 'signed-out' | 'unavailable'
