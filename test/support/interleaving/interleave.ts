import { setTimeout as wait } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Processor } from '#server/processors/processor.ts'
import type { Database } from '#server/store/database.ts'
import type { Schema } from '#server/store/schema/schema.ts'
import { countBlockedTransactions } from './count-waiting.ts'
import { steppedDatabase } from './stepped-database.ts'
import { steppedProcessor } from './stepped-processor.ts'
import { openStepControl, type StepControl } from './step-control.ts'

/** The database and processor of a story. They count the story's steps, and can pause the story before each step. */
export interface StoryAccess {
  readonly database: Kysely<Schema>
  readonly over: (processor: Processor) => Processor
}

/** One of the stories that are interleaved. */
export type InterleavedStory<Result> = (surroundings: StoryAccess) => Promise<Result>

/** The story that continues, and for how many steps (`Infinity`: until it ends); or the accident that happens to a paused story. */
export type Turn =
  | { readonly story: number; readonly steps: number }
  | { readonly story: number; readonly mishap: Accident }

/**
 * `killed`: the story's process is killed. `cut`: the database server breaks the story's connections in the middle of their transactions.
 * `lost`: the process is killed, and the caller restores the database to an earlier state.
 */
export type Accident = 'killed' | 'cut' | 'lost'

/** How a story ended, and the steps that it took. */
export interface StoryRun<Result> {
  readonly result: PromiseSettledResult<Result>
  readonly steps: readonly string[]
}

/** The turns in which the first story pauses after this many steps, the second runs to its end, and then the first continues. */
export const turnsPausingAfter = (steps: number): readonly Turn[] => [
  { story: 0, steps },
  { story: 1, steps: Infinity },
]

/**
 * Runs stories in turns over one PostgreSQL database that nothing else uses. Only the story whose turn it is continues. Its turn is over
 * when the story has taken its steps, has ended, or waits for a lock that a paused story holds. A story that waits for a lock continues by
 * itself as soon as the lock is free. After the last turn, all stories run to their ends at the same time.
 */
export const interleave = async <Results extends readonly unknown[]>(
  database: Database,
  stories: { readonly [Place in keyof Results]: InterleavedStory<Results[Place]> },
  turns: readonly Turn[],
  lose: () => Promise<void> = neverLost,
): Promise<{ readonly [Place in keyof Results]: StoryRun<Results[Place]> }> => {
  const running = (stories as readonly InterleavedStory<unknown>[]).map((story) => startStory(database, story))
  for (const turn of turns) {
    const { counted, begin, ended } = running[turn.story]!
    if ('mishap' in turn) {
      await befall[turn.mishap](database, counted)
      // A story that has not begun yet must begin, so that its accident happens before its first step.
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
  return told as { readonly [Place in keyof Results]: StoryRun<Results[Place]> }
}

const neverLost = (): never => {
  throw new TypeError('Nobody said what is lost.')
}

const befall: Readonly<Record<Accident, (database: Database, counted: StepControl) => Promise<void>>> = {
  killed: async (_, counted) => counted.end(),
  lost: async (_, counted) => counted.end(),
  /**
   * Only a story that is paused in a transaction has a connection to lose. A connection that waits for that story's lock is active, so it
   * stays open.
   */
  async cut(database) {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`.execute(database)
  },
}

interface RunningStory {
  readonly counted: StepControl
  /** Starts the story if it has not started. */
  readonly begin: () => void
  readonly ended: Promise<PromiseSettledResult<unknown>>
}

const startStory = (database: Database, story: InterleavedStory<unknown>): RunningStory => {
  const counted = openStepControl()
  const begun = Promise.withResolvers<void>()
  const surroundings: StoryAccess = {
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

/** Waits until a turn is over, or until a transaction waits for a lock. Most turns are over before the first look at the locks. */
const untilOver = async (database: Database, over: Promise<unknown>): Promise<void> => {
  let isOver = false
  const noted = over.then(() => {
    isOver = true
  })
  for (;;) {
    await Promise.race([noted, wait(lookMillis)])
    if (isOver || (await countBlockedTransactions({ db: database })) > 0) return
  }
}

const lookMillis = 4
