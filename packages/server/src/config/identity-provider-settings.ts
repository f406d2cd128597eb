import type { IdentityProviderSettings } from './config.ts'
import { isSecureUrl } from './is-public.ts'

/** The values of the settings; null for one that is not set or breaks its rule. */
export interface GivenIdentityProvider {
  readonly issuer: string | null
  readonly clientId: string | null
  readonly clientSecret: string | null
  readonly name: string | null
}

const needed = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const

/**
 * The provider that these settings describe; null if none of them is set, or one breaks its rule. Adds a sentence to `issues` if some are
 * set and others lack.
 */
export const identityProviderOf = (
  { issuer, clientId, clientSecret, name }: GivenIdentityProvider,
  isSet: (name: string) => boolean,
  issues: string[],
): IdentityProviderSettings | null => {
  const missing = needed.filter((variable) => !isSet(variable))
  if (missing.length === needed.length && !isSet('OIDC_NAME')) return null
  if (missing.length > 0) issues.push(`${needed.join(', ')} go together: set ${missing.join(', ')}, too.`)
  if (issuer === null || clientId === null || clientSecret === null) return null
  return { issuer, clientId, clientSecret, name: name ?? new URL(issuer).host }
}

/** What an issuer must be, as the rest of a sentence. */
export const issuerRule =
  'must be the https address of an OpenID Connect provider without query or fragment, such as https://id.example/realms/shop; http is allowed on this machine alone'

/** The issuer that a text names, without the slash of an empty path; `undefined` if it names none. */
export const readIssuer = (text: string): string | undefined => {
  if (!URL.canParse(text)) return undefined
  const { username, password, search, hash, pathname, origin, href } = new URL(text)
  if (!isSecureUrl(text) || `${username}${password}${search}${hash}` !== '' || /[?#]$/.test(text)) return undefined
  return pathname === '/' ? origin : href
}

const nameLengthMax = 40

/** What the name of the button must be, as the rest of a sentence. */
export const nameRule = `must be a name of at most ${nameLengthMax} characters on one line`

/** The name of the button; `undefined` if it breaks its rule. */
export const readName = (text: string): string | undefined =>
  text.length <= nameLengthMax && !/\p{Cc}/u.test(text) ? text : undefined
