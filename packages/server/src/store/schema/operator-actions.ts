import type { Timestamp } from '@billing-checkout/domain'
import type { Generated } from 'kysely'
import type { NullableJson } from './columns.ts'

/** What operators did by hand, and what the server did in their place. Rows are only ever added. */
export interface OperatorActionTable {
  id: Generated<number>
  /** Null for what concerns the whole server. */
  organizationId: string | null
  /** By the wall clock. */
  at: Generated<Timestamp>
  who: string
  what: string
  /** What it was done to: an attempt's id, a connection. */
  subject: string
  before: NullableJson<unknown>
  after: NullableJson<unknown>
  why: string
}
