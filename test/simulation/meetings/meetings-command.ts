import { parseArgs } from 'node:util'
import type { DatabaseTemplates } from '../../support/databases/database-templates.ts'
import { allPairs, pairsBesideTrouble, nameOfPair, repetitions } from './pairs.ts'
import type { VerbPair } from './play-meeting.ts'
import { type MeetingResults, openMeetingDatabases, type MeetingDatabases } from './run-meetings.ts'
import { prepareTemplate } from './meeting-database.ts'
import { readTurns } from './turns.ts'

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const

const readArguments = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    options: {
      meetings: flag,
      pair: { ...text, multiple: true },
      later: flag,
      'beside-trouble': flag,
      again: flag,
      losses: flag,
      runs: text,
      seed: text,
      turns: text,
      tables: text,
    },
  }).values

type Arguments = ReturnType<typeof readArguments>

/**
 * `npm run simulate -- --meetings` plays every pair of verbs at every pause; `--pair recovery+retry` only that pair, `--later` with a card
 * whose charges are captured later, `--beside-trouble` together with a customer whose work always fails. `--runs 300` plays that many seeds
 * with random turns instead, starting with `--seed`. `--again` ends each verb at each of its steps and repeats its request; `--losses` also
 * loses the verb's commits before its request is repeated. `--turns '1:12 0:8 1'` plays one meeting. `--tables 2` plays in two databases at
 * the same time (six by default). Returns false if anything went wrong.
 */
export const playMeetings = async (templates: DatabaseTemplates, args: readonly string[]): Promise<boolean> => {
  const values = readArguments(args)
  const pairs = pairsOf(values).filter((pair) => values.pair === undefined || values.pair.includes(nameOfPair(pair)))
  const { server, migrated } = await templates.postgresql()
  const prepared = await prepareTemplate(server, migrated)
  const tables = await openMeetingDatabases(prepared, Number(values.tables ?? 6), ({ again, violations }) =>
    console.error([again, ...violations].join('\n  ')),
  )
  const began = performance.now()
  const seconds = () => ((performance.now() - began) / 1000).toFixed(0)
  try {
    const { played, failed } = await play(tables, pairs, values, (seed) => {
      if (seed % 25 === 0) console.log(`up to seed ${seed}: ${seconds()} s`)
    })
    console.log(`${played} meetings of ${pairs.length} pairs in ${seconds()} s, ${failed.length} went wrong.`)
    return failed.length === 0
  } finally {
    await tables.close()
  }
}

const pairsOf = ({ later, again, losses, 'beside-trouble': besideOthers }: Arguments): readonly VerbPair[] =>
  besideOthers ? pairsBesideTrouble() : (again || losses ? repetitions : allPairs)(later ? 'later' : 'at_once')

const play = (
  tables: MeetingDatabases,
  pairs: readonly VerbPair[],
  { turns, again, losses, runs, seed }: Arguments,
  heard: (seed: number) => void,
): Promise<MeetingResults> => {
  if (turns !== undefined) return tables.playTurns(pairs[0]!, readTurns(turns))
  if (again || losses) return tables.playEveryEnd(pairs, losses ? 'lost' : 'killed')
  if (runs === undefined && seed === undefined)
    return tables.playEveryPause(pairs, (pair, met) => console.log(`${nameOfPair(pair)}: ${met} meetings`))
  const first = Number(seed ?? 1)
  return tables.playSeeds(pairs, { first, last: first + Number(runs ?? 1) - 1 }, heard)
}
