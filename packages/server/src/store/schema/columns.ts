import type { Timestamp } from '@billing-checkout/domain'
import type { ColumnType } from 'kysely'

/** A jsonb column: code reads the value and writes its JSON text, which both drivers accept. */
export type Json<Value> = ColumnType<Value, string, string>

/** A jsonb column that may be null. */
export type NullableJson<Value> = ColumnType<Value | null, string | null, string | null>

/** A row that belongs to an organization and has an id of its own. */
export interface OwnedRow {
  organizationId: string
  id: string
}

/** An owned row with the times at which it was created and last changed. */
export interface DatedRow extends OwnedRow {
  createdAt: Timestamp
  updatedAt: Timestamp
}

/** A column of a view. */
export type ReadOnly<Value> = ColumnType<Value, never, never>
