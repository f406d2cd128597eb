import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'

/** One query of a list. */
export interface Asked {
  readonly what: string
  readonly path: string
  /** The limit: `quick` for a page or filter, `deep` for a query that must read many rows. */
  readonly limit: 'quick' | 'deep'
  /** A page of a snapshot that was requested before, so that its total is cached. */
  readonly paged?: true
  /** Whether to clear all cached totals first, so that the server must count. */
  readonly counts?: true
}

/** Requests a path and checks that the request succeeded. */
export type Get = (path: string) => Promise<Answer>

interface Answer {
  readonly meta: { readonly total?: number; readonly snapshot_at?: string }
}

/** The durations of repeated runs. */
export interface Times {
  readonly p50: number
  readonly p95: number
}

/** A service over a filled database. */
export interface Lists {
  readonly get: Get
  /** Lets all later queries read this organization's lists. */
  askFor(organizationId: string): Promise<void>
  close(): Promise<void>
}

/** Starts the service. */
export const openLists = async (client: pg.Client, databaseUrl: string): Promise<Lists> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const child = fork(new URL('../serving/serve-billing.ts', import.meta.url), {
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: folder,
      DATABASE_URL: databaseUrl,
      LOG_LEVEL: 'silent',
      RATE_LIMIT: 'off',
    },
  })
  const [told] = (await once(child, 'message')) as [{ readonly port: number; readonly key: string; planId: string }]
  const { rows } = await client.query<{ id: string }>(
    `select id from api_keys where organization_id = (select id from organizations where name = 'Bench')`,
  )
  return {
    async get(path) {
      const answer = await fetch(`http://127.0.0.1:${told.port}${path}`, {
        headers: { Authorization: `Bearer ${told.key}` },
      })
      const body = (await answer.json()) as Answer
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(body)}`)
      return body
    },
    async askFor(organizationId) {
      await client.query('update api_keys set organization_id = $1 where id = any($2)', [
        organizationId,
        rows.map(({ id }) => id),
      ])
      // The service caches the key with its old organization for a second.
      await wait(1500)
    },
    async close() {
      await end(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Sends one query repeatedly. Also returns the number of rows in its list. */
export const measureAsked = async (
  client: pg.Client,
  get: Get,
  asked: Asked,
): Promise<Times & { readonly total: number }> => {
  const { total, ask } = await prepareToAsk(client, get, asked)
  return { ...(await repeated(runsOf(asked), ask)), total }
}

/** How often a query is sent. A query that must count is slow, so it is sent fewer times. */
export const runsOf = ({ counts }: Asked): number => (counts ? 10 : repetitions)

/** Prepares one query: returns the number of rows in its list, and a function that measures one answer in milliseconds. */
export const prepareToAsk = async (
  client: pg.Client,
  get: Get,
  { path, paged, counts }: Asked,
): Promise<{ readonly total: number; readonly ask: () => Promise<number> }> => {
  const first = await get(path)
  const again = paged
    ? `${path}${path.includes('?') ? '&' : '?'}snapshot_at=${encodeURIComponent(first.meta.snapshot_at ?? '')}`
    : path
  // Warm up, so that one-time work of a new service is not measured.
  for (let n = 0; n < 5; n++) await get(again)
  return {
    total: first.meta.total ?? 0,
    async ask() {
      if (counts) await client.query('delete from list_totals')
      return timed(() => get(again))
    },
  }
}

/** How often a query is sent, unless it must count. */
export const repetitions = 30

/** Sends the worker's query for due subscriptions. Returns its milliseconds. */
export const askForDue = (client: pg.Client): Promise<number> =>
  timed(() =>
    client.query(
      `select organization_id, id from subscriptions where due_at <= (select billing_now())
       and (lease_until is null or lease_until < now()) order by due_at limit 50 for update skip locked`,
    ),
  )

/** How long the worker's query for due subscriptions takes, and the index that it uses. */
export const measureDue = async (client: pg.Client): Promise<Times & { readonly index: string }> => {
  const times = await repeated(repetitions, () => askForDue(client))
  const { rows: plan } = await client.query<{ 'QUERY PLAN': string }>(
    `explain select id from subscriptions where due_at <= (select billing_now()) order by due_at limit 50`,
  )
  const index = /Index (?:Only )?Scan using \w+/.exec(plan.map((row) => row['QUERY PLAN']).join(' '))?.[0] ?? 'NO INDEX'
  if (index === 'NO INDEX') process.exitCode = 1
  return { ...times, index }
}

/** The median and the 95th percentile of the durations of several runs. */
export const repeated = async (runs: number, run: () => Promise<number>): Promise<Times> => {
  const [times] = await inTurns(runs, [run])
  return times!
}

/** Measures several functions in turns, so that other load on the machine affects all of them. */
export const inTurns = async (runs: number, each: readonly (() => Promise<number>)[]): Promise<readonly Times[]> => {
  const times: number[][] = each.map(() => [])
  for (let n = 0; n < runs; n++) for (const [which, run] of each.entries()) times[which]!.push(await run())
  return times.map((taken) => ({ p50: share(taken, 0.5), p95: share(taken, 0.95) }))
}

/** How many milliseconds a function takes. */
export const timed = async (run: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await run()
  return performance.now() - began
}

const share = (times: readonly number[], part: number): number =>
  times.toSorted((one, other) => one - other)[Math.min(Math.ceil(times.length * part), times.length) - 1]!

/** Milliseconds as text of a fixed width. */
export const milliseconds = (millis: number): string => `${millis.toFixed(1).padStart(7)} ms`

/** The date this many days ago. */
export const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}
