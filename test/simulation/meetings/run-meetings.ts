import type { Turn } from '../../support/interleave.ts'
import { chanceOf } from '../chance.ts'
import { tellOutcome } from './outcome.ts'
import { nameOfPair } from './pairs.ts'
import { type Pair, playMeeting, playOnce, playSerially } from './play-meeting.ts'
import { openTable, type PreparedScenes, type Table } from './table.ts'
import { drawTurns, everyLoss, everyPause, writeTurns } from './turns.ts'

/** A meeting that went wrong, and how it is played again. */
export interface FailedMeeting {
  readonly again: string
  readonly faults: readonly string[]
}

/** What many meetings came to. */
export interface ManyMet {
  readonly played: number
  readonly failed: readonly FailedMeeting[]
}

/** Tables at which meetings are played side by side. */
export interface Tables {
  /** Plays each pair at every pause. */
  readonly playEveryPause: (pairs: readonly Pair[]) => Promise<ManyMet>
  /** Plays each pair once with each seed from the first to the last; `heard` is told after each seed. */
  readonly playSeeds: (pairs: readonly Pair[], seeds: Seeds, heard?: (seed: number) => void) => Promise<ManyMet>
  /**
   * Plays each pair of a verb and itself so that what the first has committed is lost at each of its steps, and its client
   * asks again.
   */
  readonly playEveryLoss: (pairs: readonly Pair[]) => Promise<ManyMet>
  /** Plays one meeting; with a loss the second is the client who asks again. */
  readonly playTurns: (pair: Pair, turns: readonly Turn[]) => Promise<ManyMet>
  readonly close: () => Promise<void>
}

/** Seeds from one to another, both played. */
export interface Seeds {
  readonly first: number
  readonly last: number
}

/** Opens so many tables. */
export const openTables = async (prepared: PreparedScenes, count: number): Promise<Tables> => {
  const tables: Table[] = []
  for (let left = count; left > 0; left--) tables.push(await openTable(prepared))
  const serial = new Map<string, Promise<ReadonlySet<string>>>()
  const allowedOf = (table: Table, pair: Pair, isRepeated: boolean) => {
    const name = `${pair.scene} ${pair.capture} ${nameOfPair(pair)} ${isRepeated}`
    const known = serial.get(name) ?? (isRepeated ? playOnce : playSerially)(table, pair)
    serial.set(name, known)
    return known
  }
  const play = async (table: Table, pair: Pair, turns: readonly Turn[]): Promise<FailedMeeting | undefined> => {
    const isRepeated = turns.some((turn) => 'mishap' in turn && turn.mishap === 'lost')
    const allowed = await allowedOf(table, pair, isRepeated)
    const { faults, outcome, words } = await playMeeting(table, pair, turns, isRepeated ? [0, 0] : [0, 1])
    const told = tellOutcome(outcome)
    const unlike = allowed.has(told) ? [] : [`It ended so: ${told}\n  allowed is: ${[...allowed].join('\n  or: ')}`]
    if (faults.length + unlike.length === 0) return undefined
    const how = pair.capture === 'later' ? ' --later' : ''
    const again = `npm run simulate -- --meetings --pair '${nameOfPair(pair)}'${how} --turns '${writeTurns(turns)}'`
    return { again, faults: [words.join(' / '), ...faults, ...unlike] }
  }
  /** Lets every table take the next task as soon as it is free. */
  const share = async <Task>(tasks: Iterable<Task>, work: (table: Table, task: Task) => Promise<ManyMet>) => {
    const left = tasks[Symbol.iterator]()
    const sums: ManyMet[] = []
    const lane = async (table: Table) => {
      for (let next = left.next(); !next.done; next = left.next()) sums.push(await work(table, next.value))
    }
    await Promise.all(tables.map(lane))
    return sumOf(sums)
  }
  const playAll = async (table: Table, pair: Pair, schedules: readonly (readonly Turn[])[]): Promise<ManyMet> => {
    const failed: FailedMeeting[] = []
    for (const turns of schedules) {
      const failure = await play(table, pair, turns)
      if (failure !== undefined) failed.push(failure)
    }
    return { played: schedules.length, failed }
  }
  return {
    playEveryPause: (pairs) =>
      share(pairs, async (table, pair) => {
        const alone = async (place: number) => (await playMeeting(table, pair, [], [place])).steps[0]!
        return playAll(table, pair, everyPause(await alone(0), await alone(1)))
      }),
    playEveryLoss: (pairs) =>
      share(pairs, async (table, pair) => {
        const { steps } = await playMeeting(table, pair, [], [0])
        return playAll(table, pair, everyLoss(steps[0]!))
      }),
    playSeeds: (pairs, { first, last }, heard = () => {}) =>
      share(seedsOf(pairs, first, last, heard), (table, { pair, seed }) =>
        playAll(table, pair, [drawTurns(chanceOf(seed * 1000 + hashOf(nameOfPair(pair))), 2)]),
      ),
    playTurns: (pair, turns) => playAll(tables[0]!, pair, [turns]),
    close: async () => {
      await Promise.all(tables.map((table) => table.close()))
    },
  }
}

const sumOf = (sums: readonly ManyMet[]): ManyMet => ({
  played: sums.reduce((sum, { played }) => sum + played, 0),
  failed: sums.flatMap(({ failed }) => failed),
})

const seedsOf = function* (pairs: readonly Pair[], first: number, last: number, heard: (seed: number) => void) {
  for (let seed = first; seed <= last; seed++) {
    for (const pair of pairs) yield { pair, seed }
    heard(seed)
  }
}

/** A small number that tells pairs apart, so that the same seed means other turns for each. */
const hashOf = (name: string): number => [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 997, 7)
