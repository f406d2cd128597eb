import type pg from 'pg'
import {
  askForDue,
  type Asked,
  daysAgo,
  inTurns,
  milliseconds,
  prepareToAsk,
  repetitions,
  runsOf,
  type Times,
} from './measure-lists.ts'
import { type FilledDatabase, merchant } from './fill-database.ts'

/**
 * Sends every query to both databases in turns, and prints how many times longer it takes with three times the rows. Then drops a month of
 * events in each.
 */
export const compareFilled = async (rows: number, both: readonly FilledDatabase[]): Promise<void> => {
  console.log(
    `\n95th percentiles at ${Math.round(rows / 3).toLocaleString('en')} and ${rows.toLocaleString('en')} payments, asked in turns`,
  )
  const due = await inTurns(
    repetitions,
    both.map(
      ({ client }) =>
        () =>
          askForDue(client),
    ),
  )
  print('due scan', due, { times: 2 })
  for (const { client } of both) {
    await client.query(`update subscriptions set deferred_until = now() + interval '30 days' where due_at <= now()`)
    await client.query(`vacuum (analyze) subscriptions`)
  }
  for (const [name, organizationId, part] of [
    ['', merchant, 0.8],
    ['others: ', 'org_beside_1', 0.05],
  ] as const) {
    const tails: string[] = []
    for (const { client, lists } of both) {
      await lists.askFor(organizationId)
      tails.push(await tailOf(client, organizationId))
    }
    for (const question of questionsOf(rows / 3, part)) {
      const asks = []
      for (const [which, { client, lists }] of both.entries()) {
        const path = question.path.replace('TAIL', tails[which]!)
        asks.push((await prepareToAsk(client, lists.get, { ...question, path })).ask)
      }
      print(name + question.what, await inTurns(runsOf(question), asks), aimOf(question))
    }
  }
  const drops = []
  for (const { dropMonth } of both) {
    drops.push(await dropMonth())
  }
  const once = (millis: number): Times => ({ p50: millis, p95: millis })
  print(
    'others, while a month is dropped',
    drops.map(({ longestWait }) => once(longestWait)),
    { millis: 100 },
  )
  console.log(`  the dropping itself, with its tries      ${drops.map(({ millis }) => milliseconds(millis)).join(' ')}`)
}

/** The limit of a query: how many times longer the query may take with three times the rows, or how many milliseconds it may take. */
type Aim = { readonly times: number } | { readonly millis: number }

const aimOf = ({ what, counts, limit }: Asked): Aim =>
  what === repeatedCount ? { millis: 10 } : { times: counts || limit === 'deep' ? 3 : 2 }

const repeatedCount = 'payments, the total again'

/**
 * The queries for an organization with a share of the payments. `fewerRows` is the size of the smaller database, so that pages are full in
 * both.
 */
const questionsOf = (fewerRows: number, part: number): readonly Asked[] => {
  const page = Math.min(1000, Math.floor((fewerRows * part) / 100))
  const shopper = Math.round((fewerRows * 0.05) / 6)
  return [
    { what: 'payments, first page', path: '/payments', limit: 'quick' },
    { what: 'payments, by status', path: '/payments?payment_status=DECLINED', limit: 'quick', paged: true },
    { what: 'payments, by amount', path: '/payments?amount_from=2000&amount_to=2100', limit: 'quick', paged: true },
    { what: 'payments, of one day', path: `/payments?from=${daysAgo(400)}&to=${daysAgo(399)}`, limit: 'quick' },
    { what: `payments, page ${page}`, path: `/payments?page=${page}`, limit: 'deep', paged: true },
    { what: 'payments, a keyword', path: `/payments?search=user-${shopper}`, limit: 'deep' },
    { what: 'payments, first exact count', path: '/payments', limit: 'deep', counts: true },
    { what: repeatedCount, path: '/payments?limit=1', limit: 'quick', paged: true },
    { what: 'subscriptions, first page', path: '/subscriptions', limit: 'quick' },
    { what: 'subscriptions, past due', path: '/subscriptions?status=past_due', limit: 'quick', paged: true },
    { what: 'event tail', path: '/events?after=TAIL', limit: 'quick' },
  ]
}

/** The last event that a client fifty events behind has seen. */
const tailOf = async (client: pg.Client, organizationId: string): Promise<string> => {
  const { rows } = await client.query<{ id: string }>(
    `select id from events where organization_id = $1 order by sequence desc offset 50 limit 1`,
    [organizationId],
  )
  return rows[0]!.id
}

const print = (what: string, [few, many]: readonly Times[], aim: Aim): void => {
  const ratio = many!.p95 / few!.p95
  const isOver = 'times' in aim ? ratio > aim.times : many!.p95 > aim.millis
  const medians = `medians ${(many!.p50 / few!.p50).toFixed(1)} x`
  console.log(
    `  ${what.padEnd(36)} ${milliseconds(few!.p95)} ${milliseconds(many!.p95)}  ${ratio.toFixed(1).padStart(5)} x, ${medians}  aim ${'times' in aim ? `${aim.times} x` : `${aim.millis} ms`}${isOver ? '  missed' : ''}`,
  )
  if (isOver) process.exitCode = 1
}
