import { sql } from 'kysely'
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Database } from '../database.ts'

/** A record of the rows that retention has dropped from the audit log. */
export type Checkpoint =
  | {
      readonly kind: 'events'
      readonly month: string
      /** For each organization: the sequences of the first and the last dropped event, and the number of dropped events. */
      readonly dropped: readonly (readonly [organization: string, first: number, last: number, count: number])[]
    }
  | {
      readonly kind: 'seals'
      /** The number of the last dropped link. All earlier links and their entries were dropped, too. */
      readonly number: number
      /** The hash of this link, in base64url. */
      readonly hash: string
    }

/** Signs and stores a checkpoint. Call it in the transaction that drops the rows that the checkpoint describes. */
export const writeCheckpoint = async (db: Database, key: Uint8Array, checkpoint: Checkpoint): Promise<void> => {
  const statement = JSON.stringify(checkpoint)
  await sql`insert into audit_checkpoints (statement, signature) values (${statement}, ${sign(key, statement)})`.execute(
    db,
  )
}

/** Returns the checkpoints that were signed with the key, and the ids of all other checkpoints. */
export const readCheckpoints = async (
  db: Database,
  key: Uint8Array,
): Promise<{ readonly checkpoints: readonly Checkpoint[]; readonly forged: readonly number[] }> => {
  const { rows } = await sql<{ id: number; statement: string; signature: Uint8Array }>`
    select id, statement, signature from audit_checkpoints order by id`.execute(db)
  const isSigned = ({ statement, signature }: (typeof rows)[number]) => {
    const expected = sign(key, statement)
    return signature.length === expected.length && timingSafeEqual(signature, expected)
  }
  return {
    checkpoints: rows.filter(isSigned).map(({ statement }) => JSON.parse(statement) as Checkpoint),
    forged: rows.filter((row) => !isSigned(row)).map(({ id }) => id),
  }
}

const sign = (key: Uint8Array, statement: string): Buffer =>
  createHmac('sha256', key).update('checkpoint').update(statement).digest()
