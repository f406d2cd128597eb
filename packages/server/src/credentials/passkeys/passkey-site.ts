import { Problem } from '@billing-checkout/contract'
import { isIP } from 'node:net'

/** The site for which passkeys are made. */
export interface PasskeySite {
  readonly origin: string
  /** The host of the origin: browsers offer a passkey only to this host. */
  readonly relyingPartyId: string
}

/** Returns the site of an origin. Throws `unavailable` for an IP address, because browsers make no passkeys for one. */
export const passkeySiteOf = (url: string): PasskeySite => {
  const { origin, hostname } = new URL(url)
  if (isIP(hostname.replace(/^\[|\]$/g, '')) > 0)
    throw new Problem('unavailable', 'Passkeys need a host name such as localhost; the dashboard has an IP address.')
  return { origin, relyingPartyId: hostname }
}
