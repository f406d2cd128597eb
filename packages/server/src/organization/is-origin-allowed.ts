import type { Mode } from '../config/mode.ts'
import type { Organization } from './organization.ts'

/**
 * Whether a page of this origin may show the organization's checkout. If there is no origin, the caller is a tool or a server, which is
 * always allowed. If the organization has no list of origins, loopback pages are allowed in sandbox mode, and no pages in live mode.
 * `ownOrigin` is the origin of our own page, if one shows the session.
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
