import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { lockSeeds } from '#server/store/writes/advisory-locks.ts'
import { createDatabase } from '../../support/databases/database-on-server.ts'
import { startPostgresql } from '../../support/databases/start-postgresql.ts'
import { findPostmaster } from '../yardsticks/find-postmaster.ts'
import { type ForkedService, forkService } from '../serving/fork-service.ts'
import { millisSince, readProcessorTime } from '../yardsticks/processor-time.ts'
import { type Receiver, startReceiver } from './webhook-receivers.ts'

const aims = { perSecond: 500, p95Millis: 1000 }
const endpoints = 10

/**
 * Prints how many webhooks per second a server sends to ten endpoints on the same machine, how long an event takes from its commit to its
 * arrival, and how an additional endpoint that never answers affects the ten. Returns whether all targets are met.
 */
export const reportWebhooks = async (): Promise<boolean> => {
  const folder = mkdtempSync(join(tmpdir(), 'billing-webhooks-'))
  const postgresql = await startPostgresql({ syncs: true })
  const url = await createDatabase(postgresql.url)
  const settings = { DATABASE_URL: url, SECRET_KEY: 'a secret of the benchmarks alone' }
  const service = await forkService(new URL('serve-webhooks.ts', import.meta.url), folder, settings)
  const client = new pg.Client(url)
  await client.connect()
  const receivers = await Promise.all(Array.from({ length: endpoints }, () => startReceiver()))
  try {
    for (const receiver of receivers) await addEndpoint(service, receiver.url)
    const add = (count: number) => addEvents(client, service.planId, count)
    await add(200)
    await untilAll(receivers, 200)
    const isQuick = await measureRate({ service, url, receivers, add })
    const isSoonThere = await measureArrival('ten endpoints', receivers, add)

    const dead = await startReceiver(true)
    await addEndpoint(service, dead.url)
    const isSoonThereAsWell = await measureArrival('the same beside a dead one', receivers, add)
    dead.close()
    return isQuick && isSoonThere && isSoonThereAsWell
  } finally {
    for (const receiver of receivers) receiver.close()
    await client.end()
    await service.end()
    await postgresql.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const addEndpoint = async ({ port, key }: ForkedService, url: string): Promise<void> => {
  const { ok, status } = await fetch(`http://127.0.0.1:${port}/webhook-endpoints`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ url }),
  })
  if (!ok) throw new Error(`An endpoint was answered with ${status}.`)
}

/** Adds events of a payment's size, committed now, under the lock that every writer of an organization takes. */
const addEvents = (client: pg.Client, organizationId: string, count: number) =>
  client.query(
    `with held as materialized (select pg_advisory_xact_lock_shared(hashtextextended($1, ${lockSeeds.rowTimes})))
      insert into events (organization_id, id, type, object, who, what, created_at)
      select $1, 'evt_' || gen_random_uuid(), 'payment.updated', jsonb_build_object('at', $3::bigint, 'text', repeat('a', 2500)), 'system', 'bench', now()
      from held, generate_series(1, $2)`,
    [organizationId, count, Date.now()],
  )

const untilAll = async (receivers: readonly Receiver[], more: number): Promise<void> => {
  const aim = Math.min(...receivers.map((receiver) => receiver.count())) + more
  while (receivers.some((receiver) => receiver.count() < aim)) await wait(20)
}

interface Stage {
  readonly service: ForkedService
  readonly url: string
  readonly receivers: readonly Receiver[]
  readonly add: (count: number) => Promise<unknown>
}

const measureRate = async ({ service, url, receivers, add }: Stage): Promise<boolean> => {
  const events = 1000
  const processes = [service.pid, await findPostmaster(url)]
  const processorTime = readProcessorTime(processes)
  const before = performance.now()
  const arrived = untilAll(receivers, events)
  await add(events)
  await arrived
  const seconds = (performance.now() - before) / 1000
  const perSecond = (events * endpoints) / seconds
  const millisEach = millisSince(processorTime, processes) / (events * endpoints)
  console.log(`\nWebhooks on PostgreSQL, ${endpoints} endpoints on the same machine`)
  console.log(
    `  ${perSecond.toFixed(0)} deliveries /s (aim ${aims.perSecond}), ${millisEach.toFixed(2)} ms of processor each`,
  )
  return perSecond >= aims.perSecond
}

const measureArrival = async (
  what: string,
  receivers: readonly Receiver[],
  add: (count: number) => Promise<unknown>,
): Promise<boolean> => {
  for (const receiver of receivers) receiver.take()
  const rounds = 100
  const arrived = untilAll(receivers, rounds)
  for (let round = 0; round < rounds; round++) {
    await add(1)
    await wait(50)
  }
  await arrived
  const millis = receivers.flatMap((receiver) => receiver.take()).toSorted((one, other) => one - other)
  const share = (part: number) => millis[Math.floor(part * millis.length)]!
  console.log(
    `  from commit to arrival, ${what}: median ${share(0.5)} ms, 95 of 100 within ${share(0.95)} ms (aim ${aims.p95Millis})`,
  )
  return share(0.95) <= aims.p95Millis
}
