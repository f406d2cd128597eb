import type { Kysely } from 'kysely'
import { type Beginning, MustRunAlone, type SharedWork, transactTogether } from './shared-transaction.ts'
import { isEmbedded } from './transact.ts'

/** A piece of work that may share its transaction with others. */
export interface Shareable<Schema, Begun, Result> {
  /** Names of all that it works on: no two pieces that share a transaction have any in common. */
  readonly names: readonly string[]
  readonly work: SharedWork<Schema, Begun, Result>
  /** Does the same in a transaction of its own. */
  readonly alone: () => Promise<Result>
}

/** How many transactions run at the same time, and how many pieces of work share one. */
export interface GroupLimits {
  readonly groups: number
  readonly pieces: number
}

/**
 * Commits pieces of work in groups: what arrives while earlier groups are on their way to the disk goes together in the
 * next one. A group that cannot be committed as one is done again piece by piece, so that nothing depends on its company.
 */
export class GroupCommit<Schema, Begun, Piece extends Shareable<Schema, Begun, unknown>> {
  readonly #database: Kysely<Schema>
  readonly #begin: Beginning<Schema, Begun, Piece>
  readonly #limits: GroupLimits
  #waiting: readonly Waiting<Piece>[] = []
  #running = 0
  readonly #onTheWay = new Set<string>()
  #leavesSoon = false

  constructor(
    database: Kysely<Schema>,
    begin: Beginning<Schema, Begun, Piece>,
    limits: GroupLimits = { groups: 3, pieces: 32 },
  ) {
    this.#database = database
    this.#begin = begin
    this.#limits = isEmbedded(database) ? { ...limits, groups: 1 } : limits
  }

  run<Result>(piece: Piece & Shareable<Schema, Begun, Result>): Promise<Result> {
    return new Promise<unknown>((resolve, reject) => {
      this.#waiting = [...this.#waiting, { piece, resolve, reject }]
      this.#leaveSoon()
    }) as Promise<Result>
  }

  /** What arrives in the same turn of the event loop leaves together. */
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

  /** Those who have waited longest, without any that has a name in common with another, or with one that is on its way. */
  #takeGroup(): readonly Waiting<Piece>[] {
    const taken = new Set(this.#onTheWay)
    const group: Waiting<Piece>[] = []
    const left: Waiting<Piece>[] = []
    for (const waiting of this.#waiting) {
      const { names } = waiting.piece
      const fits = group.length < this.#limits.pieces && !names.some((name) => taken.has(name))
      // Whoever is left behind keeps the place before those who work on the same.
      for (const name of names) taken.add(name)
      if (fits) group.push(waiting)
      else left.push(waiting)
    }
    this.#waiting = left
    return group
  }

  async #commit(group: readonly Waiting<Piece>[]): Promise<void> {
    const pieces = group.map(({ piece }) => piece)
    const names = pieces.flatMap((piece) => piece.names)
    this.#running += 1
    for (const name of names) this.#onTheWay.add(name)
    try {
      const results = await transactTogether(this.#database, pieces, this.#begin)
      for (const [place, { resolve, reject }] of group.entries()) {
        const result = results[place]!
        if (result.status === 'fulfilled') resolve(result.value)
        else reject(result.reason)
      }
    } catch (error) {
      for (const { piece, resolve, reject } of group) {
        if (wasUndone(error)) piece.alone().then(resolve, reject)
        else reject(error)
      }
    } finally {
      this.#running -= 1
      for (const name of names) this.#onTheWay.delete(name)
      this.#leaveSoon()
    }
  }
}

interface Waiting<Piece> {
  readonly piece: Piece
  readonly resolve: (result: unknown) => void
  readonly reject: (reason: unknown) => void
}

/**
 * Whether a transaction that failed so has certainly left nothing behind. Where the connection broke nobody knows, and
 * what was perhaps committed must not be done again.
 */
const wasUndone = (error: unknown): boolean => {
  if (error instanceof MustRunAlone) return true
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' && refusals.test(code)
}

/**
 * Codes with which PostgreSQL refuses a statement: data, constraints, conflicts, names, locks, a statement given up, or one
 * behind another that was refused.
 */
const refusals = /^(?:(?:22|23|40|42|55)[0-9A-Z]{3}|0A000|25P02|57014)$/
