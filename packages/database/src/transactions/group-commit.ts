import { required } from '@billing-checkout/domain'
import type { Kysely } from 'kysely'
import { DatabaseBusy } from '../errors/database-busy.ts'
import { runOnBehalfOf } from '../turns/run-on-behalf-of.ts'
import { type BeginSharedTransaction, MustRunAlone, type SharedWork, transactTogether } from './shared-transaction.ts'
import { isEmbedded } from './transact.ts'

/** A piece of work that may share its transaction with other pieces. */
export interface ShareableWork<Schema, Begun, Result> {
  readonly organizationId: string
  /** The names of everything that the piece locks or changes. Two pieces with a common name never run at the same time. */
  readonly exclusiveNames: readonly string[]
  readonly work: SharedWork<Schema, Begun, Result>
  /** Does the work in its own transaction. */
  readonly alone: () => Promise<Result>
}

/** How many transactions run at the same time, and how many pieces of work share a transaction. */
export interface GroupLimits {
  readonly groups: number
  readonly pieces: number
  /** How many pieces of one organization, and of all organizations together, may wait. A further piece is refused with `DatabaseBusy`. */
  readonly waitingEach: number
  readonly waitingInAll: number
}

const usualLimits: GroupLimits = { groups: 3, pieces: 32, waitingEach: 500, waitingInAll: 4000 }

/**
 * Commits pieces of work in groups. Pieces that arrive while earlier groups are being committed go into the next group together. A piece
 * that cannot share a transaction runs again in a transaction of its own, so that its error does not affect other pieces (DECISIONS 50).
 */
export class GroupCommit<Schema, Begun, Piece extends ShareableWork<Schema, Begun, unknown>> {
  readonly #database: Kysely<Schema>
  readonly #begin: BeginSharedTransaction<Schema, Begun, Piece>
  readonly #limits: GroupLimits
  #waiting: readonly Waiting<Piece>[] = []
  #running = 0
  readonly #runningNames = new Set<string>()
  #leavesSoon = false

  constructor(
    database: Kysely<Schema>,
    begin: BeginSharedTransaction<Schema, Begun, Piece>,
    limits: Partial<GroupLimits> = {},
  ) {
    this.#database = database
    this.#begin = begin
    this.#limits = { ...usualLimits, ...limits, ...(isEmbedded(database) && { groups: 1 }) }
  }

  /**
   * Resolves with the result of the work once the piece is committed. Rejects with the error of the work, with the database's error if the
   * commit may have happened, or with `DatabaseBusy` if too many pieces wait.
   */
  run<Result>(piece: Piece & ShareableWork<Schema, Begun, Result>): Promise<Result> {
    const { waitingEach, waitingInAll } = this.#limits
    const isOfSame = (other: Waiting<Piece>) => other.piece.organizationId === piece.organizationId
    const isCrowded =
      this.#waiting.length >= waitingInAll ||
      (this.#waiting.length >= waitingEach && this.#waiting.filter(isOfSame).length >= waitingEach)
    if (isCrowded)
      return Promise.reject(new DatabaseBusy(`${this.#waiting.length} pieces of work already wait for a commit.`))
    return new Promise<unknown>((resolve, reject) => {
      this.#waiting = [...this.#waiting, { piece, resolve, reject }]
      this.#leaveSoon()
    }) as Promise<Result>
  }

  /** Waits until all pieces of this turn of the event loop have arrived. Then it starts as many groups as may run. */
  #leaveSoon(): void {
    if (this.#leavesSoon) return
    this.#leavesSoon = true
    setImmediate(() => {
      this.#leavesSoon = false
      while (this.#running < this.#limits.groups) {
        const group = this.#takeGroup()
        if (group.length === 0) return
        void this.#commit(group)
      }
    })
  }

  /**
   * Takes the next group out of the queue, the longest-waiting pieces of each organization first. It skips a piece that shares a name with
   * a running piece or with an earlier piece in the queue.
   */
  #takeGroup(): readonly Waiting<Piece>[] {
    const taken = new Set(this.#runningNames)
    const group: Waiting<Piece>[] = []
    for (const waiting of inFairOrder(this.#waiting)) {
      const { exclusiveNames } = waiting.piece
      const fits = group.length < this.#limits.pieces && !exclusiveNames.some((name) => taken.has(name))
      // A skipped piece reserves its names, so that later pieces with these names do not overtake it.
      for (const name of exclusiveNames) taken.add(name)
      if (fits) group.push(waiting)
    }
    const leaving = new Set(group)
    this.#waiting = this.#waiting.filter((waiting) => !leaving.has(waiting))
    return group
  }

  async #commit(group: readonly Waiting<Piece>[]): Promise<void> {
    const pieces = group.map(({ piece }) => piece)
    this.#running += 1
    for (const { exclusiveNames } of pieces) for (const name of exclusiveNames) this.#runningNames.add(name)
    const commit = () => transactTogether(this.#database, pieces, this.#begin)
    // The pieces may belong to several organizations. When organizations take turns, all groups together count as one more organization.
    const results = await runOnBehalfOf('groups of several', commit).catch((reason: unknown) =>
      pieces.map((): PromiseSettledResult<unknown> => ({ status: 'rejected', reason: errorOfGroup(reason) })),
    )
    this.#running -= 1
    for (const [place, waiting] of group.entries())
      this.#finish(waiting, required(results[place], 'result of piece', place))
    this.#leaveSoon()
  }

  /** Resolves or rejects a piece of work, or starts it again alone if it cannot share a transaction. */
  #finish({ piece, resolve, reject }: Waiting<Piece>, result: PromiseSettledResult<unknown>): void {
    if (result.status === 'rejected' && result.reason instanceof MustRunAlone) {
      const done = piece.alone().finally(() => this.#releaseNames(piece))
      done.then(resolve, reject)
      return
    }
    this.#releaseNames(piece)
    if (result.status === 'fulfilled') resolve(result.value)
    else reject(result.reason)
  }

  #releaseNames({ exclusiveNames }: Piece): void {
    for (const name of exclusiveNames) this.#runningNames.delete(name)
    this.#leaveSoon()
  }
}

interface Waiting<Piece> {
  readonly piece: Piece
  readonly resolve: (result: unknown) => void
  readonly reject: (reason: unknown) => void
}

/**
 * Returns the first piece of every organization, then the second of every organization, and so on, so that a burst from one organization
 * does not delay the others.
 */
const inFairOrder = <Piece extends { readonly organizationId: string }>(
  waiting: readonly Waiting<Piece>[],
): readonly Waiting<Piece>[] => {
  const queues = [...Map.groupBy(waiting, ({ piece }) => piece.organizationId).values()]
  if (queues.length < 2) return waiting
  const longest = Math.max(...queues.map(({ length }) => length))
  return Array.from({ length: longest }, (_, place) => queues.flatMap((queue) => queue[place] ?? [])).flat()
}

/**
 * Returns `MustRunAlone` if the failed transaction has certainly committed nothing, else the error itself. If the connection broke, the
 * outcome is unknown, and work that may have been committed must not run again.
 */
const errorOfGroup = (error: unknown): unknown => {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' && refusals.test(code) ? new MustRunAlone('Refused.', { cause: error }) : error
}

/**
 * Codes with which PostgreSQL refuses a statement: data, constraints, errors raised by functions, conflicts with another transaction,
 * names, locks, unsupported features, a cancelled statement, or a statement in a failed transaction.
 */
const refusals = /^(?:(?:22|23|42|55|P0)[0-9A-Z]{3}|40001|40P01|0A000|57014|25P02)$/
