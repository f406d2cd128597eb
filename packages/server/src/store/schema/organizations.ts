import type { Timestamp } from '@billing-checkout/domain'
import type { Generated } from 'kysely'
import type { Json, OwnedRow } from './columns.ts'

/** The merchants. */
export interface OrganizationTable {
  id: string
  name: string
  settings: Json<Record<string, unknown>>
  createdAt: Timestamp
  updatedAt: Timestamp
  /** When an operator archived the organization. */
  archivedAt: Generated<Timestamp | null>
}

/** The merchants' logos, at most one each. */
export interface LogoTable {
  organizationId: string
  file: string
  body: Uint8Array
  createdAt: Timestamp
}

/** The merchants' API keys, as keyed hashes. */
export interface ApiKeyTable extends OwnedRow {
  secretHash: Uint8Array
  hint: string
  name: string | null
  scopes: Json<Record<string, 'read' | 'write'>> | null
  createdAt: Timestamp
  expiresAt: Timestamp | null
  revokedAt: Timestamp | null
}
