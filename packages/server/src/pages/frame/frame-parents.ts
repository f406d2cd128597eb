import type { Mode } from '../../config/mode.ts'
import type { Organization } from '../../organization/organization.ts'

/**
 * Origins whose pages may embed an organization's pages of this server; null: any loopback page. `ownOrigin` is that of our own pages, if
 * one of them shows the session. It comes in addition, so a sandbox's pages on loopback go on: `http://localhost:*` has every port.
 */
export const parentsOf = (
  { settings }: Organization,
  mode: Mode,
  ownOrigin: string | null,
): readonly string[] | null => {
  const listed = settings.allowed_origins ?? (mode === 'sandbox' ? null : [])
  if (ownOrigin === null || (listed === null && loopbackOrigin.test(ownOrigin))) return listed
  // A policy knows our own page at an IPv6 address by this word alone; no message has it as its origin.
  return [...(listed ?? loopback), ownOrigin, ...(ownOrigin.includes('[') ? ["'self'"] : [])]
}

/** A policy cannot name IPv6 hosts, so a merchant's page on `http://[::1]` has to be opened as `localhost`. */
const loopback = ['http', 'https'].flatMap((scheme) =>
  ['localhost', '127.0.0.1'].map((host) => `${scheme}://${host}:*`),
)

/** The same for scripts: the origins of loopback pages. */
export const loopbackOrigin = /^https?:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/

/** The sources of a policy's `frame-ancestors` for these parents. */
export const ancestorsOf = (parents: readonly string[] | null): string => {
  const allowed = parents ?? loopback
  return allowed.length === 0 ? "'none'" : allowed.filter((origin) => !origin.includes('[')).join(' ') || "'none'"
}
