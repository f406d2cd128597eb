import { parseArgs } from 'node:util'
import type { DatabaseTemplates } from '../../support/database-templates.ts'
import { allPairs, nameOfPair } from './pairs.ts'
import { openTables } from './run-meetings.ts'
import { prepareTemplate } from './table.ts'
import { readTurns } from './turns.ts'

const text = { type: 'string' } as const

/**
 * `npm run simulate -- --meetings` plays every pair of verbs at every pause; `--pair recovery+retry` only that one, `--later` with a
 * card whose charges are captured later. `--runs 300` plays so many seeds of random turns instead, from `--seed` on, `--losses` loses what a verb has
 * committed at each of its steps and asks for it again, and `--turns '1:12 0:8 1'` plays one meeting. False if anything went wrong.
 */
export const playMeetings = async (templates: DatabaseTemplates, args: readonly string[]): Promise<boolean> => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      meetings: { type: 'boolean' },
      later: { type: 'boolean' },
      losses: { type: 'boolean' },
      pair: { ...text, multiple: true },
      runs: text,
      seed: text,
      turns: text,
      tables: text,
    },
  })
  const pairs = allPairs(values.later ? 'later' : 'at_once').filter(
    (pair) => values.pair === undefined || values.pair.includes(nameOfPair(pair)),
  )
  const { server, migrated } = await templates.postgresql()
  const tables = await openTables(await prepareTemplate(server, migrated), Number(values.tables ?? 6))
  const began = performance.now()
  const seconds = () => ((performance.now() - began) / 1000).toFixed(0)
  const first = Number(values.seed ?? 1)
  try {
    const { played, failed } =
      values.turns !== undefined
        ? await tables.playTurns(pairs[0]!, readTurns(values.turns))
        : values.losses
          ? await tables.playEveryLoss(pairs.filter(({ verbs: [first, second] }) => first === second))
          : values.runs === undefined && values.seed === undefined
            ? await tables.playEveryPause(pairs)
            : await tables.playSeeds(pairs, { first, last: first + Number(values.runs ?? 1) - 1 }, (seed) => {
                if (seed % 50 === 0) console.log(`up to seed ${seed}: ${seconds()} s`)
              })
    for (const { again, faults } of failed) console.error([again, ...faults].join('\n  '))
    console.log(`${played} meetings of ${pairs.length} pairs in ${seconds()} s, ${failed.length} went wrong.`)
    return failed.length === 0
  } finally {
    await tables.close()
  }
}
