import { setTimeout as wait } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Processor } from '#server/processors/processor.ts'
import type { Database } from '#server/store/database.ts'
import type { Schema } from '#server/store/schema/schema.ts'
import { steppedDatabase } from './stepped-database.ts'
import { steppedProcessor } from './stepped-processor.ts'
import { countSteps, type Steps } from './steps.ts'

/** What a story works with, so that its steps are counted and it can be paused before each of them. */
export interface Surroundings {
  readonly database: Kysely<Schema>
  readonly over: (processor: Processor) => Processor
}

/** One of the stories that are interleaved. */
export type InterleavedStory<Result> = (surroundings: Surroundings) => Promise<Result>

/** Which of the stories continues, and for how many steps; `Infinity` until it ends. Or what befalls it at its pause. */
export type Turn =
  | { readonly story: number; readonly steps: number }
  | { readonly story: number; readonly mishap: Mishap }

/**
 * Its process is killed; the server breaks its connections in the middle of their transactions; or it is killed and the
 * database comes back without what was committed since, which the player has to do.
 */
export type Mishap = 'killed' | 'cut' | 'lost'

/** How a story ended, and what it did. */
export interface Told<Result> {
  readonly result: PromiseSettledResult<Result>
  readonly steps: readonly string[]
}

/** The turns in which the first story pauses after so many steps, the second runs to its end, and then the first continues. */
export const pausingAfter = (steps: number): readonly Turn[] => [
  { story: 0, steps },
  { story: 1, steps: Infinity },
]

/**
 * Plays stories over one PostgreSQL database, which no one else uses meanwhile, by turns: only the one whose turn it is
 * continues. Its turn is over when it has taken its steps, has ended, or waits for a lock that a paused one holds; that one
 * then continues by itself as soon as the lock is free. After the last turn all of them run to their ends at once.
 */
export const interleave = async <Results extends readonly unknown[]>(
  database: Database,
  stories: { readonly [Place in keyof Results]: InterleavedStory<Results[Place]> },
  turns: readonly Turn[],
  lose: () => Promise<void> = neverLost,
): Promise<{ readonly [Place in keyof Results]: Told<Results[Place]> }> => {
  const running = (stories as readonly InterleavedStory<unknown>[]).map((story) => startStory(database, story))
  for (const turn of turns) {
    const { counted, begin, ended } = running[turn.story]!
    if ('mishap' in turn) {
      await befall[turn.mishap](database, counted)
      // A story that had not begun yet ends, or waits, before its first step.
      begin()
      await untilOver(database, Promise.race([ended, counted.rest()]))
      if (turn.mishap === 'lost') await lose()
      continue
    }
    counted.allow(turn.steps)
    begin()
    await untilOver(database, Promise.race([ended, counted.rest()]))
  }
  for (const { counted, begin } of running) {
    counted.allow(Infinity)
    begin()
  }
  const told = await Promise.all(
    running.map(async ({ counted, ended }) => ({ result: await ended, steps: counted.done })),
  )
  return told as { readonly [Place in keyof Results]: Told<Results[Place]> }
}

const neverLost = (): never => {
  throw new TypeError('Nobody said what is lost.')
}

const befall: Readonly<Record<Mishap, (database: Database, counted: Steps) => Promise<void>>> = {
  killed: async (_, counted) => counted.end(),
  lost: async (_, counted) => counted.end(),
  /** Only a story that is paused in a transaction has a connection to lose; who waits for its lock is active. */
  async cut(database) {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`.execute(database)
  },
}

interface RunningStory {
  readonly counted: Steps
  /** Begins it, if it has not begun. */
  readonly begin: () => void
  readonly ended: Promise<PromiseSettledResult<unknown>>
}

const startStory = (database: Database, story: InterleavedStory<unknown>): RunningStory => {
  const counted = countSteps()
  const begun = Promise.withResolvers<void>()
  const surroundings: Surroundings = {
    database: steppedDatabase(database, counted),
    over: (processor) => steppedProcessor(processor, counted),
  }
  const result = begun.promise.then(() => story(surroundings))
  return {
    counted,
    begin: () => begun.resolve(),
    ended: Promise.allSettled([result]).then(([settled]) => settled!),
  }
}

/** Waits until a turn is over. Most turns are over before anybody has to look whether they wait for a lock. */
const untilOver = async (database: Database, over: Promise<unknown>): Promise<void> => {
  let isOver = false
  const noted = over.then(() => {
    isOver = true
  })
  for (;;) {
    await Promise.race([noted, wait(lookMillis)])
    if (isOver || (await isAnybodyBlocked(database))) return
  }
}

const lookMillis = 4

const isAnybodyBlocked = async (database: Database): Promise<boolean> => {
  const { rows } = await sql<{ blocked: number }>`select count(*)::int as blocked from pg_stat_activity
    where datname = current_database() and state = 'active' and wait_event_type = 'Lock'`.execute(database)
  return rows[0]!.blocked > 0
}
