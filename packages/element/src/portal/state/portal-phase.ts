/** The view that the portal as a whole shows. In a separate file, because the types for merchants must not import message files. */
export type PortalPhase = 'loading' | 'ready' | 'expired' | 'signed-out' | 'unavailable'
