import { Problem } from '@billing-checkout/contract'
import { isIP } from 'node:net'

/** The site that passkeys are for. */
export interface PasskeySite {
  readonly origin: string
  /** The host of the origin: browsers offer a passkey to this host alone. */
  readonly relyingPartyId: string
}

/** The site of an origin. Throws `unavailable` for an IP address, which browsers make no passkeys for. */
export const passkeySiteOf = (url: string): PasskeySite => {
  const { origin, hostname } = new URL(url)
  if (isIP(hostname.replace(/^\[|\]$/g, '')) > 0)
    throw new Problem('unavailable', 'Passkeys need a host name such as localhost; the dashboard has an IP address.')
  return { origin, relyingPartyId: hostname }
}
