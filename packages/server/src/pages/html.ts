import { createHash } from 'node:crypto'

/** A value as JSON for a script element: no text in it can end the element. */
export const jsonForScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

/** Builds a Content-Security-Policy from its directives. */
export const securityPolicyOf = (directives: Readonly<Record<string, string>>): string =>
  Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`.trim())
    .join('; ')

/** The headers of a page that no browser stores. Its policy allows only what the directives say; `more` replaces or adds headers. */
export const htmlHeaders = (
  policy: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': securityPolicyOf(policy),
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  ...more,
})

/**
 * The Content-Security-Policy source for our own files below a path. At an IPv6 address, which a policy cannot name, the source is our
 * whole origin.
 */
export const ownPolicySource = (origin: string, path = ''): string =>
  origin.includes('[') ? "'self'" : `${origin}${path}`

/** The Content-Security-Policy source that allows exactly this inline style or script. */
export const inlinePolicySource = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`
