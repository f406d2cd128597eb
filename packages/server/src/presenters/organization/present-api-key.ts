import type { ApiKeySummary } from '../../credentials/api-keys.ts'

/** An API key as the dashboard and the command line show it, without its text. */
export const presentApiKey = ({ id, hint, name, scopes, createdAt, expiresAt, revokedAt }: ApiKeySummary) => ({
  id,
  hint,
  name,
  scopes,
  created_at: createdAt,
  expires_at: expiresAt,
  revoked_at: revokedAt,
})
