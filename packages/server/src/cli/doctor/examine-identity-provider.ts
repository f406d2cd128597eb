import type { Config } from '../../config/config.ts'
import type { LiveFinding } from '../../connections/examine-settings-for-live.ts'
import { createOpenIdConnectProvider } from '../../credentials/identities/create-open-id-connect-provider.ts'

const check = 'identity provider'

/** Queries the identity provider's metadata; returns no findings if none is configured. */
export const examineIdentityProvider = async ({ identityProvider }: Config): Promise<LiveFinding[]> => {
  if (identityProvider === null) return []
  const { issuer } = identityProvider
  try {
    await createOpenIdConnectProvider(identityProvider, { wallClock: () => new Date().toISOString() }).discover()
    return [{ check, ok: true, message: `${issuer} answers` }]
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return [{ check, ok: false, message: `No user can sign in with ${issuer}, because its discovery fails: ${reason}` }]
  }
}

/** Names the identity provider without querying it. */
export const nameIdentityProvider = ({ identityProvider }: Config): string =>
  identityProvider === null
    ? 'none: users sign in with passwords and passkeys'
    : `${identityProvider.issuer}, shown as ${JSON.stringify(identityProvider.name)}`
