import type { Mode } from '../../config/mode.ts'
import type { Organization } from '../../organization/organization.ts'

/**
 * Origins whose pages may embed an organization's pages on this server; null: any loopback page. `ownOrigin`, the origin of our own page
 * that shows the session, is added to the list. In a sandbox, an organization without a list still allows loopback pages on every port
 * (`http://localhost:*`).
 */
export const embeddingOriginsOf = (
  { settings }: Organization,
  mode: Mode,
  ownOrigin: string | null,
): readonly string[] | null => {
  const listed = settings.allowed_origins ?? (mode === 'sandbox' ? null : [])
  if (ownOrigin === null || (listed === null && loopbackOriginPattern.test(ownOrigin))) return listed
  // A policy cannot name our own page at an IPv6 address, so `'self'` stands for it. In the check of message origins, `'self'` matches no
  // origin.
  return [...(listed ?? loopback), ownOrigin, ...(ownOrigin.includes('[') ? ["'self'"] : [])]
}

/** A policy cannot express IPv6 hosts, so a merchant's page on `http://[::1]` must be opened as `localhost`. */
const loopback = ['http', 'https'].flatMap((scheme) =>
  ['localhost', '127.0.0.1'].map((host) => `${scheme}://${host}:*`),
)

/** Matches the origins of loopback pages. Our pages' scripts also contain this pattern. */
export const loopbackOriginPattern = /^https?:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/

/** The `frame-ancestors` sources for these parents. */
export const frameAncestorsOf = (parents: readonly string[] | null): string => {
  const allowed = parents ?? loopback
  return allowed.length === 0 ? "'none'" : allowed.filter((origin) => !origin.includes('[')).join(' ') || "'none'"
}
