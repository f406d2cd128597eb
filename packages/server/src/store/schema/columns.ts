import type { ColumnType } from 'kysely'

/** A jsonb column: read as the value, written as its JSON text, which both drivers take alike. */
export type Json<Value> = ColumnType<Value, string, string>

/** The same where there may be none. */
export type NullableJson<Value> = ColumnType<Value | null, string | null, string | null>
