import { parseArgs } from 'node:util'
import type { Billing } from '#server/billing/billing.ts'
import { createPglite, wrapPglite } from '#database/embedded/open.ts'
import { readSavedCluster } from '#database/embedded/prepare-cluster.ts'
import type { Schema } from '#server/store/schema/schema.ts'
import { type DatabaseTemplates, openTemplates } from '../support/databases/database-templates.ts'
import { failOverAgainAndAgain } from '../crash/fail-over-again-and-again.ts'
import { killOnBothDatabases, killOverStripe } from '../crash/kills.ts'
import { playMeetings } from './meetings/meetings-command.ts'
import { lawNames } from './laws/law-names.ts'
import { tryLaw } from './laws/try-law.ts'
import { playSeed } from './play-seed.ts'
import { playStripeSeed } from './stripe/play-stripe-seed.ts'
import { playSubscribers } from './subscribers/play-subscribers.ts'
import { coveragePoints } from './subscribers/ledger.ts'
import { throwViolations } from './throw-violations.ts'
import { assembleBilling } from './world.ts'

// `npm run simulate -- --seed 7` plays one seed, `--runs 1000` the seeds from 1 (or from `--seed`) on, and stops at the first that fails.
// With `--subscriptions`, it plays months and years of subscriptions. `--law 'late outcome' --runs 500` tries the laws whose names contain
// these words on 500 lives each; `--law ''` tries every law. `--kills 20` kills servers in separate processes instead, 20 times over each
// database; `--failovers 20` crashes the PostgreSQL of two servers; `--meetings` plays concurrent requests over PostgreSQL. README.md
// lists all options.

const text = { type: 'string' } as const
const { values } = parseArgs({
  options: {
    seed: text,
    runs: text,
    kills: text,
    failovers: text,
    subscriptions: { type: 'boolean' },
    law: text,
    stripe: { type: 'boolean' },
    'without-notifications': { type: 'boolean' },
  },
  strict: !process.argv.includes('--meetings'),
})
const overEmbedded = async (templates: DatabaseTemplates, run: (billing: Billing) => Promise<void>): Promise<void> => {
  const loadDataDir = await readSavedCluster((await templates.embedded()).migrated)
  const database = wrapPglite<Schema>(await createPglite(loadDataDir ? { loadDataDir } : {}))
  try {
    await run(await assembleBilling(database.db))
  } finally {
    await database.close()
  }
}

const tryLaws = async (billing: Billing, words: string, about: { first: number; lives: number }): Promise<void> => {
  for (const name of lawNames.filter((each) => each.includes(words))) {
    const began = performance.now()
    const { lives, seeds, broken } = await tryLaw(billing, name, about)
    for (const sentence of broken) console.error(sentence)
    console.log(`${name}: ${broken.length} of ${lives} lives break the law (${seeds} seeds, ${secondsSince(began)} s).`)
    if (broken.length > 0) process.exitCode = 1
  }
}

const playSeeds = async (billing: Billing, first: number, last: number): Promise<void> => {
  const began = performance.now()
  const sums = new Map<string, number>()
  for (let seed = first; seed <= last; seed++) {
    const played = await play(billing, seed).catch((error: unknown) => {
      console.error(`Seed ${seed} fails; play it again: npm run simulate -- ${flag}--seed ${seed}`)
      throw error
    })
    for (const [name, count] of Object.entries(played)) sums.set(name, (sums.get(name) ?? 0) + count)
    if (seed % 500 === 0) console.log(`up to seed ${seed}: ${secondsSince(began)} s`)
  }
  // If 200 seeds do not reach every coverage point, parts of the calculator were not tested.
  const missed = values.subscriptions && last - first >= 199 ? coveragePoints.filter((turn) => !sums.has(turn)) : []
  throwViolations(missed.map((turn) => `In no seed: ${turn}.`))
  console.log(
    `${last - first + 1} seeds in ${secondsSince(began)} s; the books agree.\n` +
      [...sums].map(([name, count]) => `${count} × ${name}`).join('\n'),
  )
}

const notifies = values['without-notifications'] !== true
const flag = values.subscriptions
  ? '--subscriptions '
  : values.stripe
    ? `--stripe ${notifies ? '' : '--without-notifications '}`
    : ''

/** Plays a seed of payments, or with `--subscriptions` of subscriptions, and counts what happened. */
const play = async (billing: Billing, seed: number): Promise<Readonly<Record<string, number>>> => {
  if (!values.subscriptions) {
    const { books, turns, reached } = await (values.stripe
      ? playStripeSeed(billing, seed, { notifies })
      : playSeed(billing, seed))
    return { payments: books.payments.length, refunds: books.refunds.length, turns, ...Object.fromEntries(reached) }
  }
  const { written, turns, reached } = await playSubscribers(billing, seed)
  const counts = { subscriptions: written.subscriptions.length, payments: written.payments.length, turns }
  return { ...counts, ...Object.fromEntries(reached) }
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
  else {
    const runs = Number(values.runs ?? 1)
    await overEmbedded(templates, (billing) =>
      typeof values.law === 'string'
        ? tryLaws(billing, values.law, { first, lives: runs })
        : playSeeds(billing, first, first + runs - 1),
    )
  }
} finally {
  await templates.close()
}
