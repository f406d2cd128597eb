import { sql } from 'kysely'
import type { Database } from '../database.ts'
import type { SealContent } from './digests.ts'

/** A stored link of the chain. */
export interface Seal extends SealContent {
  readonly hash: Uint8Array
}

/** Reads a link; `undefined` if it no longer exists. */
export const readSeal = async (db: Database, number: number): Promise<Seal | undefined> => {
  const { rows } = await sql<Seal>`
    select number, sealed_at, former_hash, hash, items from audit_seals where number = ${number}`.execute(db)
  return rows[0]
}
