import type { ColumnType } from 'kysely'

/** A jsonb column: code reads the value and writes its JSON text, which both drivers accept. */
export type Json<Value> = ColumnType<Value, string, string>

/** A jsonb column that may be null. */
export type NullableJson<Value> = ColumnType<Value | null, string | null, string | null>
