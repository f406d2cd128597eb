import type { Turn } from '../../support/interleaving/interleave.ts'
import { chanceOf } from '../chance.ts'
import { describeOutcome } from './outcome.ts'
import { nameOfPair } from './pairs.ts'
import { type AllowedResults, type VerbPair, playMeeting, playSerially } from './play-meeting.ts'
import { openMeetingDatabase, type PreparedScenes, type MeetingDatabase } from './meeting-database.ts'
import { chooseTurns, turnsOfEveryEnd, turnsOfEveryPause, writeTurns } from './turns.ts'

/** A meeting with violations, and how to play it again. */
export interface FailedMeeting {
  readonly again: string
  readonly violations: readonly string[]
}

/** The combined result of many meetings. */
export interface MeetingResults {
  readonly played: number
  readonly failed: readonly FailedMeeting[]
}

/** Plays meetings in parallel, each on a database of its own. */
export interface MeetingDatabases {
  /** Plays each pair at every pause of its first verb. Calls `heard` with each finished pair and its number of meetings. */
  readonly playEveryPause: (
    pairs: readonly VerbPair[],
    heard?: (pair: VerbPair, played: number) => void,
  ) => Promise<MeetingResults>
  /** Plays each pair once with each seed, from the first to the last. Calls `heard` after each seed. */
  readonly playSeeds: (
    pairs: readonly VerbPair[],
    seeds: Seeds,
    heard?: (seed: number) => void,
  ) => Promise<MeetingResults>
  /**
   * Ends each verb at each of its steps, and lets its client repeat the request. With `lost`, the database also loses what the verb has
   * committed.
   */
  readonly playEveryEnd: (repetitions: readonly VerbPair[], mishap: 'killed' | 'lost') => Promise<MeetingResults>
  /** Plays one meeting. */
  readonly playTurns: (pair: VerbPair, turns: readonly Turn[]) => Promise<MeetingResults>
  readonly close: () => Promise<void>
}

/** A range of seeds, including both ends. */
export interface Seeds {
  readonly first: number
  readonly last: number
}

/** Opens `count` databases for meetings. Calls `hearFailure` with each failed meeting immediately. */
export const openMeetingDatabases = async (
  prepared: PreparedScenes,
  count: number,
  hearFailure: (failure: FailedMeeting) => void = () => {},
): Promise<MeetingDatabases> => {
  const databases: MeetingDatabase[] = []
  for (let left = count; left > 0; left--) databases.push(await openMeetingDatabase(prepared))
  const serial = new Map<string, Promise<AllowedResults>>()
  const allowedOf = (database: MeetingDatabase, pair: VerbPair) => {
    const name = JSON.stringify(pair)
    const known = serial.get(name) ?? playSerially(database, pair)
    serial.set(name, known)
    return known
  }
  const play = async (
    database: MeetingDatabase,
    pair: VerbPair,
    turns: readonly Turn[],
  ): Promise<FailedMeeting | undefined> => {
    const allowed = await allowedOf(database, pair)
    const { violations, outcome, payments, words } = await playMeeting(database, pair, turns)
    const ended = describeOutcome(outcome)
    const unlike = [
      ...(allowed.outcomes.has(ended)
        ? []
        : [`It ended so: ${ended}\n  allowed is: ${[...allowed.outcomes].join('\n  or: ')}`]),
      ...(pair.isAskedAgain && payments > allowed.paymentsMax
        ? [`There are ${payments} payments; allowed are ${allowed.paymentsMax}.`]
        : []),
    ]
    if (violations.length + unlike.length + allowed.violations.length === 0) return undefined
    const how = `${options[pair.capture]}${pair.isAskedAgain ? ' --again' : ''}`
    const again = `npm run simulate -- --meetings --pair '${nameOfPair(pair)}'${how} --turns '${writeTurns(turns)}'`
    const failure = { again, violations: [words.join(' / '), ...allowed.violations, ...violations, ...unlike] }
    hearFailure(failure)
    return failure
  }
  /** Gives each database the next task as soon as it is free. */
  const share = async <Task>(
    tasks: Iterable<Task>,
    work: (database: MeetingDatabase, task: Task) => Promise<MeetingResults>,
  ) => {
    const left = tasks[Symbol.iterator]()
    const sums: MeetingResults[] = []
    const lane = async (database: MeetingDatabase) => {
      for (let next = left.next(); !next.done; next = left.next()) sums.push(await work(database, next.value))
    }
    await Promise.all(databases.map(lane))
    return sumOf(sums)
  }
  const playAll = async (
    database: MeetingDatabase,
    pair: VerbPair,
    schedules: readonly (readonly Turn[])[],
  ): Promise<MeetingResults> => {
    const failed: FailedMeeting[] = []
    for (const turns of schedules) {
      const failure = await play(database, pair, turns)
      if (failure !== undefined) failed.push(failure)
    }
    return { played: schedules.length, failed }
  }
  return {
    playEveryPause: (pairs, heard = () => {}) =>
      share(pairs, async (database, pair) => {
        const alone = async (place: number) => (await playMeeting(database, pair, [], [place])).steps[0]!
        const met = await playAll(database, pair, turnsOfEveryPause(await alone(0), await alone(1)))
        heard(pair, met.played)
        return met
      }),
    playEveryEnd: (repetitions, mishap) =>
      share(repetitions, async (database, pair) => {
        const { steps } = await playMeeting(database, pair, [], [0])
        return playAll(database, pair, turnsOfEveryEnd(steps[0]!, mishap))
      }),
    playSeeds: (pairs, { first, last }, heard = () => {}) =>
      share(seedsOf(pairs, first, last, heard), (database, { pair, seed }) =>
        playAll(database, pair, [chooseTurns(chanceOf(seed * 1000 + hashOf(nameOfPair(pair))), 2)]),
      ),
    playTurns: (pair, turns) => playAll(databases[0]!, pair, [turns]),
    close: async () => {
      await Promise.all(databases.map((database) => database.close()))
    },
  }
}

const options: Readonly<Record<VerbPair['capture'], string>> = {
  at_once: '',
  later: ' --later',
  beside_trouble: ' --beside-trouble',
}

const sumOf = (sums: readonly MeetingResults[]): MeetingResults => ({
  played: sums.reduce((sum, { played }) => sum + played, 0),
  failed: sums.flatMap(({ failed }) => failed),
})

const seedsOf = function* (pairs: readonly VerbPair[], first: number, last: number, heard: (seed: number) => void) {
  for (let seed = first; seed <= last; seed++) {
    for (const pair of pairs) yield { pair, seed }
    heard(seed)
  }
}

/** A small number that differs between pairs, so that the same seed gives each pair other turns. */
const hashOf = (name: string): number => [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 997, 7)
