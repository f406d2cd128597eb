import type { Timestamp } from '@billing-checkout/domain'
import type { Generated } from 'kysely'
import type { NullableJson } from './columns.ts'

/** What operators did by hand, and the server in their place; rows are only ever added. */
export interface OperatorActionTable {
  id: Generated<number>
  /** Null where it concerns the whole server. */
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
