import { sql } from 'kysely'
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Database } from '../database.ts'
import { hashOfSeal } from './digests.ts'
import { readSeal } from './read-seal.ts'

/** What erasure has left of an event or an entry of the audit log, as its signature covers it. */
export interface ErasedRow {
  readonly organizationId: string
  readonly id: string
  /** What stands where the personal parts stood: texts exactly as the database has them. */
  readonly parts: readonly (string | null)[]
  /** The HMAC of the parts that were erased. */
  readonly sealedParts: Uint8Array
}

/** Signs what is left of a row. Whoever has the database alone can make no signature. */
export const signErased = (key: Uint8Array, { organizationId, id, parts, sealedParts }: ErasedRow): Buffer =>
  createHmac('sha256', key)
    .update('erased')
    .update(JSON.stringify([organizationId, id, Buffer.from(sealedParts).toString('base64url'), ...parts]))
    .digest()

/** By what an erased row is known as one. */
export interface ErasureCheck {
  readonly key: Uint8Array
  /** Whether no server has sealed yet that signs what erasure leaves: rows that were erased before have no signature until one does. */
  readonly isBeforeSignatures: boolean
}

/** A row that says that it was erased. */
export interface SaidToBeErased extends Omit<ErasedRow, 'sealedParts'> {
  readonly salt: string | null
  readonly sealedParts: Uint8Array | null
  readonly erasedSignature: Uint8Array | null
}

/**
 * The HMAC of what was erased, where nothing but what erasure left stands in the row; null for every other row. Whoever can write to the
 * database could keep a row's HMAC and write something else beside it, or give any row the form of an erased one.
 */
export const erasedPartsOf = (
  { key, isBeforeSignatures }: ErasureCheck,
  { salt, sealedParts, erasedSignature, ...row }: SaidToBeErased,
): Uint8Array | null => {
  if (salt !== null || sealedParts === null) return null
  if (erasedSignature === null) return isBeforeSignatures ? sealedParts : null
  const expected = signErased(key, { ...row, sealedParts })
  return erasedSignature.length === expected.length && timingSafeEqual(erasedSignature, expected) ? sealedParts : null
}

/**
 * Reads how erased rows are known. Each link says that its server signs them, and only who has the key can make a link that does not:
 * nobody else can have unsigned rows taken for erased ones again.
 */
export const readErasureCheck = async (db: Database, key: Uint8Array): Promise<ErasureCheck> => {
  const { rows } = await sql<{ number: number }>`select number from audit_head`.execute(db)
  const number = rows[0]?.number ?? 0
  const last = number === 0 ? undefined : await readSeal(db, number)
  const isOlder = last !== undefined && hashOfSeal(key, last).equals(last.hash) && !last.items.includes(signsErased)
  return { key, isBeforeSignatures: number === 0 || isOlder }
}

/** What the items of a link have in them whose server signs. */
const signsErased = '"signsErased":true'

/** Signs what was erased before there were signatures, in the transaction of the first link that says so. */
export const signFormerErasures = async (db: Database, key: Uint8Array): Promise<void> => {
  const { rows: erasures } = await sql`select from erasures limit 1`.execute(db)
  if (erasures.length === 0) return
  // Whoever searches millions of events needs longer than statements have.
  await sql`select set_config('statement_timeout', '0', true)`.execute(db)
  for (const { table, parts } of erasedTables) {
    const { rows } = await sql<ErasedRow>`
      select organization_id, id, array[${sql.raw(parts)}] as parts, sealed_parts from ${sql.table(table)}
      where sealed_parts is not null and salt is null and erased_signature is null`.execute(db)
    for (const row of rows)
      await sql`update ${sql.table(table)} set erased_signature = ${signErased(key, row)}
        where organization_id = ${row.organizationId} and id = ${row.id}`.execute(db)
  }
}

const erasedTables = [
  { table: 'events', parts: 'object::text, before::text, address' },
  { table: 'audit_entries', parts: 'before::text, after::text, address, why' },
] as const
