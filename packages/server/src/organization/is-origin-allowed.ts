import type { Mode } from '../config/mode.ts'
import type { Organization } from './organization.ts'

/**
 * Whether a page of this origin may show the organization's checkout. Without an origin the caller is not a page, and tools and servers are
 * always allowed. Without its own list, an organization allows loopback pages in sandbox mode and none in live mode. `ownOrigin` is the
 * origin of our own page, if one shows the session.
 */
export const isOriginAllowed = (
  organization: Pick<Organization, 'settings'>,
  mode: Mode,
  origin: string | undefined,
  ownOrigin?: string | null,
): boolean => {
  if (origin === undefined || origin === ownOrigin) return true
  const allowed = organization.settings.allowed_origins
  return allowed === null ? mode === 'sandbox' && isLoopback(origin) : allowed.includes(origin)
}

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

const isLoopback = (origin: string): boolean => {
  if (!URL.canParse(origin)) return false
  const { protocol, hostname } = new URL(origin)
  return (protocol === 'http:' || protocol === 'https:') && loopbackHosts.has(hostname)
}
