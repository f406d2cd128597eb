import { required } from '@billing-checkout/domain'
import type { DatabaseConnection, Kysely, Transaction } from 'kysely'
import { originalErrorOf } from '../errors/error-codes.ts'
import type { PipelinedStatements } from '../statements/pipelined-statements.ts'
import {
  type UnsentChange,
  openStatementSender,
  sendChanges,
  sendLastStatements,
} from '../statements/statement-sender.ts'
import { batchLookups } from './batch-lookups.ts'
import { withoutSerialLock, type FindRows, type OpenTransaction, transactThroughPipeline } from './transact.ts'

/** Thrown if a piece of work cannot share a transaction and must run again alone. */
export class MustRunAlone extends Error {
  override readonly name = 'MustRunAlone'
}

/** Work in a transaction that other work may share. `begun` resolves to the result of `BeginSharedTransaction`. */
export type SharedWork<Schema, Begun, Result> = (
  open: OpenTransaction<Schema>,
  begun: Promise<Begun>,
) => Promise<Result>

/**
 * Runs the first statements of a shared transaction. They are sent together with the first queries of every piece of work, and PostgreSQL
 * runs them first.
 */
export type BeginSharedTransaction<Schema, Begun, Piece> = (
  db: Transaction<Schema>,
  pieces: readonly Piece[],
) => Promise<Begun>

/**
 * Does several pieces of work in one transaction, so that together they cost one commit and hardly more statements than a single piece. No
 * two pieces may work on the same rows. A piece fails with `MustRunAlone` if it locks a row that another piece has locked, or locks rows
 * with anything but a lookup. The changes of a failed piece are dropped. If some of these changes were already sent, or if the database
 * refuses any statement, the function commits nothing and throws the error, because it concerns all pieces.
 */
export const transactTogether = <Schema, Begun, Result, Piece extends { work: SharedWork<Schema, Begun, Result> }>(
  database: Kysely<Schema>,
  pieces: readonly Piece[],
  begin: BeginSharedTransaction<Schema, Begun, Piece>,
): Promise<readonly PromiseSettledResult<Result>[]> =>
  transactThroughPipeline(database, async ({ serial, pipeline: plain }) => {
    const transactionErrors: unknown[] = []
    const pipeline: PipelinedStatements = {
      ...plain,
      connection: recordingErrors(plain.connection, transactionErrors),
      execute: (compiled) => plain.execute(compiled, (error) => error),
    }
    const db = withoutSerialLock(serial, pipeline.connection)
    const common = { serial, pipeline, find: batchLookups(db), lockedBy: new Map<string, object>() }
    const opened = pieces.map(({ work }) => ({ work, share: openShare(common) }))
    const shares = opened.map(({ share }) => share)
    const begun = begin(db, pieces)
    const results = await Promise.allSettled(
      opened.map(async ({ work, share }) => {
        const result = await work(share.open, begun)
        share.requireShareable()
        return result
      }),
    )
    const isFulfilled = (_: unknown, place: number) => results[place]?.status === 'fulfilled'
    if (!shares.every((share, place) => isFulfilled(share, place) || !share.hasWritten())) {
      transactionErrors.push(new MustRunAlone('A piece of work failed after it had written.'))
    }
    if (transactionErrors.length > 0) throw originalErrorOf(transactionErrors)
    const fulfilled = shares.filter(isFulfilled)
    sendAll(
      pipeline,
      fulfilled.map((share) => share.take()),
    )
    sendLastStatements(
      pipeline,
      fulfilled.flatMap((share) => share.takeLast()),
    )
    return results
  })

/** Adds each error of a connection to `transactionErrors`. After an error, PostgreSQL executes no further statement of the transaction. */
const recordingErrors = (connection: DatabaseConnection, transactionErrors: unknown[]): DatabaseConnection => ({
  executeQuery: (compiled, options) =>
    connection.executeQuery<never>(compiled, options).catch((error: unknown) => {
      transactionErrors.push(error)
      throw error
    }),
  streamQuery: (...asked) => connection.streamQuery(...asked),
})

interface Common<Schema> {
  readonly serial: Transaction<Schema>
  readonly pipeline: PipelinedStatements
  readonly find: FindRows
  /** Maps each locked row to the piece of work that locked it. */
  readonly lockedBy: Map<string, object>
}

/** Opens one piece's part of a shared transaction. */
const openShare = <Schema>({ serial, pipeline, find, lockedBy }: Common<Schema>) => {
  let writes = 0
  let refusal: MustRunAlone | undefined
  const refuse = (why: string): never => {
    refusal ??= new MustRunAlone(why)
    throw refusal
  }
  const own: PipelinedStatements = {
    ...pipeline,
    connection: {
      executeQuery: async (compiled, options) => {
        if (locking.test(compiled.sql)) {
          refuse(`Rows of a shared transaction are locked by lookups, not by ${compiled.sql}`)
        }
        if (compiled.query.kind !== 'SelectQueryNode') writes += 1
        return pipeline.connection.executeQuery(compiled, options)
      },
      streamQuery: (...asked) => pipeline.connection.streamQuery(...asked),
    },
    execute: (compiled, explain) => {
      writes += 1
      pipeline.execute(compiled, explain)
    },
  }
  const sent = openStatementSender(serial, own)
  const findOwn: FindRows = async (lookup, values) => {
    sent.flush()
    if (lookup.locks) {
      const row = `${lookup.table} ${values.join(' ')}`
      if ((lockedBy.get(row) ?? own) !== own) refuse(`Two pieces of work lock the same row: ${row}`)
      lockedBy.set(row, own)
    }
    return find(lookup, values)
  }
  return {
    open: { ...sent, db: withoutSerialLock(serial, sent.connection), find: findOwn } satisfies OpenTransaction<Schema>,
    take: sent.take,
    takeLast: sent.takeLast,
    hasWritten: () => writes > 0,
    /** Throws the piece's `MustRunAlone`, even if the piece caught it and continued. */
    requireShareable: () => {
      if (refusal !== undefined) throw refusal
    },
  }
}

const locking = /\bfor (?:no key )?(?:update|share)\b|\bpg_(?:try_)?advisory/

/** Sends the changes. Pieces of work with changes of the same shapes share statements, in groups of the sizes in `sizes`. */
const sendAll = (pipeline: PipelinedStatements, written: readonly Written[]): void => {
  for (const alike of Map.groupBy(written, shapeOf).values()) {
    for (let sent = 0; sent < alike.length;) {
      const size = sizes.find((each) => each <= alike.length - sent) ?? 1
      const pieces = alike.slice(sent, sent + size)
      for (const place of (pieces[0] ?? []).keys())
        sendChanges(
          pipeline,
          pieces.map((lists) => required(lists[place], 'changes', place)),
        )
      sent += size
    }
  }
}

/** The changes of a piece of work: each list becomes one statement. */
type Written = readonly (readonly UnsentChange[])[]

const shapeOf = (written: Written): string =>
  written.map((changes) => changes.map(({ shape }) => shape).join('; ')).join(' | ')

/** There are only a few sizes, because PostgreSQL plans a separate statement for every combination of size and shape. */
const sizes = [8, 4, 2, 1]
