import { setTimeout as wait } from 'node:timers/promises'

/**
 * Runs a whole transaction again when PostgreSQL gave it up only because of another one: a serialization failure or a
 * deadlock. Up to 5 runs, with a growing random pause so that the two do not meet again; then the conflict is thrown.
 */
export const retryOnConflict = async <Result>(transact: () => Promise<Result>): Promise<Result> => {
  for (let run = 1; ; run++) {
    try {
      return await transact()
    } catch (error) {
      if (run === runsMax || !conflicts.has((error as { code?: unknown } | null)?.code)) throw error
    }
    await wait(Math.random() * pauseMillis * 2 ** run)
  }
}

const runsMax = 5
const pauseMillis = 10
const conflicts: ReadonlySet<unknown> = new Set(['40001', '40P01'])
