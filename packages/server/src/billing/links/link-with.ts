import { acrossOrganizations } from '../../store/across-organizations.ts'
import type { Database } from '../../store/database.ts'
import { hashToken } from '../../credentials/secret-tokens.ts'

/** The query for the link with this token; `undefined` if the text cannot be a token. */
export const linkWith = (database: Database, token: string) =>
  /^[0-9a-f]{40}$/.test(token)
    ? acrossOrganizations(database, 'link token').selectFrom('recoveryLinks').where('tokenHash', '=', hashToken(token))
    : undefined
