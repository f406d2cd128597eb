import { parseArgs } from 'node:util'
import type { Billing } from '#server/billing/billing.ts'
import { createPglite, overPglite } from '#server/store/engine/embedded/over-pglite.ts'
import { readSavedCluster } from '#server/store/engine/embedded/saved-cluster.ts'
import type { Schema } from '#server/store/schema/schema.ts'
import { type DatabaseTemplates, openTemplates } from '../support/databases/database-templates.ts'
import { failOverAgainAndAgain } from '../crash/fail-over-again-and-again.ts'
import { killOnBothDatabases, killOverStripe } from '../crash/kills.ts'
import { playMeetings } from './meetings/meetings-command.ts'
import { playSeed } from './play-seed.ts'
import { playStripeSeed } from './stripe/play-stripe-seed.ts'
import { playSubscribers } from './subscribers/play-subscribers.ts'
import { throwViolations } from './throw-violations.ts'
import { assembleBilling } from './world.ts'

// `npm run simulate -- --seed 7` plays one seed, `--runs 1000` the seeds from 1 (or from `--seed`) on, and stops at the
// first that fails; with `--subscriptions` it plays months and years of subscriptions. `--kills 20` kills servers in
// processes of their own instead, so often over each database, `--failovers 20` the PostgreSQL under two of them, and
// `--meetings` plays requests that meet over PostgreSQL. README.md has them all.

const text = { type: 'string' } as const
const { values } = parseArgs({
  options: {
    seed: text,
    runs: text,
    kills: text,
    failovers: text,
    subscriptions: { type: 'boolean' },
    stripe: { type: 'boolean' },
    'without-notifications': { type: 'boolean' },
  },
  strict: !process.argv.includes('--meetings'),
})
const playSeeds = async (templates: DatabaseTemplates, first: number, last: number): Promise<void> => {
  const loadDataDir = await readSavedCluster((await templates.embedded()).migrated)
  const database = overPglite<Schema>(await createPglite(loadDataDir ? { loadDataDir } : {}))
  const billing = await assembleBilling(database.db)
  const began = performance.now()
  const sums = new Map<string, number>()
  try {
    for (let seed = first; seed <= last; seed++) {
      const played = await play(billing, seed).catch((error: unknown) => {
        console.error(`Seed ${seed} fails; play it again: npm run simulate -- ${flag}--seed ${seed}`)
        throw error
      })
      for (const [name, count] of Object.entries(played)) sums.set(name, (sums.get(name) ?? 0) + count)
      if (seed % 500 === 0) console.log(`up to seed ${seed}: ${secondsSince(began)} s`)
    }
    console.log(
      `${last - first + 1} seeds in ${secondsSince(began)} s; the books agree.\n` +
        [...sums].map(([name, count]) => `${count} × ${name}`).join('\n'),
    )
  } finally {
    await database.close()
  }
}

const notifies = values['without-notifications'] !== true
const flag = values.subscriptions
  ? '--subscriptions '
  : values.stripe
    ? `--stripe ${notifies ? '' : '--without-notifications '}`
    : ''

/** Plays a seed of payments, or with `--subscriptions` of subscriptions, and counts what came of it. */
const play = async (billing: Billing, seed: number): Promise<Readonly<Record<string, number>>> => {
  if (!values.subscriptions) {
    const { books, turns, reached } = await (values.stripe
      ? playStripeSeed(billing, seed, { notifies })
      : playSeed(billing, seed))
    return { payments: books.payments.length, refunds: books.refunds.length, turns, ...Object.fromEntries(reached) }
  }
  const { written, turns } = await playSubscribers(billing, seed)
  return { subscriptions: written.subscriptions.length, payments: written.payments.length, turns }
}

const failOver = async (failovers: number): Promise<void> => {
  const { violations, told, refused } = await failOverAgainAndAgain(failovers)
  console.log(`${failovers} failovers; ${told} clients were told how their requests ended, ${refused} had to wait.`)
  throwViolations(violations)
}

const secondsSince = (start: number): string => ((performance.now() - start) / 1000).toFixed(1)

const templates = openTemplates()
try {
  const first = Number(values.seed ?? 1)
  if (process.argv.includes('--meetings')) {
    if (!(await playMeetings(templates, process.argv.slice(2)))) process.exitCode = 1
  } else if (values.kills !== undefined)
    await (values.stripe ? killOverStripe : killOnBothDatabases)(templates, Number(values.kills))
  else if (values.failovers !== undefined) await failOver(Number(values.failovers))
  else await playSeeds(templates, first, first + Number(values.runs ?? 1) - 1)
} finally {
  await templates.close()
}
