import { z } from 'zod'
import { scopedResources } from '../vocabulary/scopes.ts'
import { idOf, timestamp } from './fields.ts'

/** What a key may do with each kind of resource; null: everything but the audit log and erasure. */
export const apiKeyScopes = z.partialRecord(z.enum(scopedResources), z.enum(['read', 'write'])).nullable()

/** An API key, without its text. */
export const apiKey = z.strictObject({
  id: idOf('key'),
  /** Its beginning and its last four characters. */
  hint: z.string(),
  /** The merchant's own words for it; null if there are none. */
  name: z.string().nullable(),
  scopes: apiKeyScopes,
  created_at: timestamp,
  expires_at: timestamp.nullable(),
  revoked_at: timestamp.nullable(),
})

/** A new API key. Its text is shown this once. */
export const newApiKey = z.strictObject({ id: idOf('key'), key: z.string() })
