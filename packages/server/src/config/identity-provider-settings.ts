import type { IdentityProviderSettings } from './config.ts'
import { isSecureUrl } from './is-public.ts'

/** The values of the settings; null if a setting is absent or invalid. */
export type IdentityProviderVariables = { readonly [Name in keyof IdentityProviderSettings]: string | null }

const needed = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const

/**
 * Returns the configured provider; null if no setting is present, or a required one is missing or invalid. If only some are present, it
 * adds a sentence about the missing ones to `issues`.
 */
export const identityProviderOf = (
  { issuer, clientId, clientSecret, name }: IdentityProviderVariables,
  isSet: (name: string) => boolean,
  issues: string[],
): IdentityProviderSettings | null => {
  const missing = needed.filter((variable) => !isSet(variable))
  if (missing.length === needed.length && !isSet('OIDC_NAME')) return null
  if (missing.length > 0) issues.push(`${needed.join(', ')} go together: set ${missing.join(', ')}, too.`)
  if (issuer === null || clientId === null || clientSecret === null) return null
  return { issuer, clientId, clientSecret, name: name ?? new URL(issuer).host }
}

/** The rule for an issuer, as the rest of a sentence. */
export const issuerRule =
  'must be the https address of an OpenID Connect provider without query or fragment, such as https://id.example/realms/shop; http is allowed on this machine alone'

/** Parses an issuer and removes the slash of an empty path; `undefined` if the text is not a valid issuer. */
export const readIssuer = (text: string): string | undefined => {
  if (!URL.canParse(text)) return undefined
  const { username, password, search, hash, pathname, origin, href } = new URL(text)
  if (!isSecureUrl(text) || `${username}${password}${search}${hash}` !== '' || /[?#]$/.test(text)) return undefined
  return pathname === '/' ? origin : href
}

const nameLengthMax = 40

/** The rule for the name on the button, as the rest of a sentence. */
export const providerNameRule = `must be a name of at most ${nameLengthMax} characters on one line`

/** Parses the name on the button; `undefined` if it breaks its rule. */
export const readProviderName = (text: string): string | undefined =>
  text.length <= nameLengthMax && !/\p{Cc}/u.test(text) ? text : undefined
