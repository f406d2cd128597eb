import { z } from 'zod'
import { scopedResources } from '../vocabulary/scopes.ts'
import { idOf, nullableText, nullableTimestamp, timestamp } from './fields.ts'

/** The access of a key to each kind of resource. Null: everything except reading the audit log and erasing customers. */
export const apiKeyScopes = z.partialRecord(z.enum(scopedResources), z.enum(['read', 'write'])).nullable()

/** An API key without its secret. */
export const apiKey = z.strictObject({
  id: idOf('key'),
  /** The first characters and the last four characters of the secret. */
  hint: z.string(),
  /** The merchant's name for the key; null if none. */
  name: nullableText,
  scopes: apiKeyScopes,
  created_at: timestamp,
  expires_at: nullableTimestamp,
  revoked_at: nullableTimestamp,
})

/** A new API key with its secret, which is returned only once. */
export const newApiKey = z.strictObject({ id: idOf('key'), key: z.string() })
