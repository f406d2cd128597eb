import type { DatabaseConnection, Kysely, Transaction } from 'kysely'
import { gatherLookups } from './gather-lookups.ts'
import type { Outbox } from './outbox.ts'
import { type HeldChange, sendBy, sendChanges } from './sent-statements.ts'
import { atOnce, type Find, type OpenTransaction, transactBy } from './transact.ts'

/** Thrown where pieces of work cannot share a transaction: each has to be done again, alone. */
export class MustRunAlone extends Error {
  override readonly name = 'MustRunAlone'
}

/** A piece of work in a transaction that it may share; `begun` is what the transaction begins with. */
export type SharedWork<Schema, Begun, Result> = (
  open: OpenTransaction<Schema>,
  begun: Promise<Begun>,
) => Promise<Result>

/** Begins a transaction for pieces of work; sent along with the first questions of every piece, and carried out before them. */
export type Beginning<Schema, Begun, Piece> = (db: Transaction<Schema>, pieces: readonly Piece[]) => Promise<Begun>

/**
 * Does several pieces of work in one transaction, so that they cost one commit, and together little more statements than
 * one of them would alone. None sees what the others write, and what a failed piece wants to write is dropped. Where they
 * would notice each other all the same, nothing is committed: `MustRunAlone` is thrown when two lock the same row, when one
 * locks behind our back, or fails after it has written; else the database's own error.
 */
export const transactTogether = <Schema, Begun, Result, Piece extends { work: SharedWork<Schema, Begun, Result> }>(
  database: Kysely<Schema>,
  pieces: readonly Piece[],
  begin: Beginning<Schema, Begun, Piece>,
): Promise<readonly PromiseSettledResult<Result>[]> =>
  transactBy(database, async ({ serial, outbox: plain }) => {
    const spoilt: unknown[] = []
    const outbox = { ...plain, connection: noting(plain.connection, spoilt) }
    const db = atOnce(serial, outbox.connection)
    const common = { serial, outbox, find: gatherLookups(db), lockedBy: new Map<string, object>(), spoilt }
    const shares = pieces.map(() => openShare(common))
    const begun = begin(db, pieces)
    const results = await Promise.allSettled(pieces.map(({ work }, place) => work(shares[place]!.open, begun)))
    const isFulfilled = (_: unknown, place: number) => results[place]!.status === 'fulfilled'
    if (!shares.every((share, place) => isFulfilled(share, place) || !share.hasWritten())) {
      spoilt.push(new MustRunAlone('A piece of work failed after it had written.'))
    }
    if (spoilt.length > 0) throw spoilt[0]
    sendAll(
      outbox,
      shares.filter(isFulfilled).map((share) => share.take()),
    )
    return results
  })

/** A connection that notes what fails on it: PostgreSQL then carries nothing more of the transaction out. */
const noting = (connection: DatabaseConnection, spoilt: unknown[]): DatabaseConnection => ({
  executeQuery: (compiled, options) =>
    connection.executeQuery<never>(compiled, options).catch((error: unknown) => {
      spoilt.push(error)
      throw error
    }),
  streamQuery: (...asked) => connection.streamQuery(...asked),
})

interface Common<Schema> {
  readonly serial: Transaction<Schema>
  readonly outbox: Outbox
  readonly find: Find
  /** By row, whose share of the transaction has locked it. */
  readonly lockedBy: Map<string, object>
  readonly spoilt: unknown[]
}

/** What one piece of work has of a transaction. */
const openShare = <Schema>({ serial, outbox, find, lockedBy, spoilt }: Common<Schema>) => {
  let writes = 0
  const refuse = (why: string): never => {
    const error = new MustRunAlone(why)
    spoilt.push(error)
    throw error
  }
  const own: Outbox = {
    ...outbox,
    connection: {
      executeQuery: async (compiled, options) => {
        if (locking.test(compiled.sql))
          refuse(`Rows of a shared transaction are locked by lookups, not by ${compiled.sql}`)
        return outbox.connection.executeQuery(compiled, options)
      },
      streamQuery: (...asked) => outbox.connection.streamQuery(...asked),
    },
    execute: (compiled, explain) => {
      writes += 1
      outbox.execute(compiled, explain)
    },
  }
  const sent = sendBy(serial, own)
  const findOwn: Find = async (lookup, values) => {
    sent.flush()
    if (lookup.locks) {
      const row = `${lookup.table} ${values.join(' ')}`
      if ((lockedBy.get(row) ?? own) !== own) refuse(`Two pieces of work lock the same row: ${row}`)
      lockedBy.set(row, own)
    }
    return find(lookup, values)
  }
  return {
    open: { ...sent, db: atOnce(serial, sent.connection), find: findOwn } satisfies OpenTransaction<Schema>,
    take: sent.take,
    hasWritten: () => writes > 0,
  }
}

const locking = /\bfor (?:no key )?(?:update|share)\b|\bpg_(?:try_)?advisory/

/** Sends what was written, in one statement for as many pieces of work that write the same shapes as `sizes` allow. */
const sendAll = (outbox: Outbox, written: readonly (readonly HeldChange[])[]): void => {
  const alike = Map.groupBy(written, (changes) => changes.map(({ shape }) => shape).join('; '))
  for (const lists of alike.values()) {
    if (lists[0]!.length === 0) continue
    for (let sent = 0; sent < lists.length;) {
      const size = sizes.find((each) => each <= lists.length - sent)!
      sendChanges(outbox, lists.slice(sent, sent + size))
      sent += size
    }
  }
}

/** Few, because every size of every shape is a statement to be planned. */
const sizes = [8, 4, 2, 1]
