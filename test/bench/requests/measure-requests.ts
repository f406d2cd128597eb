import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type AskedOfDatabase, openCountingProxy } from '../../support/count-round-trips.ts'
import { createDatabase } from '../../support/database-on-server.ts'
import { findPostmaster } from '../find-postmaster.ts'
import { startPostgresql } from '../../support/start-postgresql.ts'
import { fillLists } from '../fill-lists.ts'
import { type ForkedService, forkService } from '../fork-service.ts'
import { type BareKind, type BenchShop, type RequestKind, requestKinds, type Sent } from './kinds.ts'
import { millisSince, readProcessorTime } from './processor-time.ts'
import { median } from '../median.ts'

/** What one kind of request takes, beside what it takes a bare server in the same run. */
export interface RequestFigure {
  readonly kind: RequestKind
  /** Processor milliseconds of the server and of PostgreSQL for each request. */
  readonly millis: number
  /** The same of the bare server. */
  readonly bareMillis: number
  /** Requests of ours for the processor time of one of the bare server's: the median of all rounds. */
  readonly ofBare: number
  readonly bytes: number
  readonly asked: AskedOfDatabase
}

const rounds = 5
const requestsEach = 250
const lanes = 8

/** Measures kinds of requests whose names contain a text on a PostgreSQL of their own, each round beside the bare server. */
export const measureRequests = async (named = ''): Promise<readonly RequestFigure[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const postgresql = await startPostgresql({ syncs: true })
  const services: ForkedService[] = []
  try {
    const url = await createDatabase(postgresql.url)
    const serve = async (script: string, databaseUrl: string): Promise<ForkedService> => {
      const env = { DATABASE_URL: databaseUrl, SECRET_KEY: 'a secret of the benchmarks alone' }
      const service = await forkService(`requests/${script}`, folder, env)
      services.push(service)
      return service
    }
    const ours = await serve('serve-shop.ts', url)
    const bare = await serve('serve-bare.ts', url)
    const shop = await fillShop(url, ours)
    const postmaster = await findPostmaster(url)
    const kinds = requestKinds.filter(({ what }) => what.includes(named))

    const proxy = await openCountingProxy(url)
    const counted = await serve('serve-shop.ts', proxy.url)
    const asked = new Map<RequestKind, AskedOfDatabase & { readonly bytes: number }>()
    for (const kind of kinds) {
      const requests = await kind.prepare(shop, countedEach)
      asked.set(kind, await countLeast(requests, counted.port, proxy.take))
      if (kind.bare === 'list') await sendAll(bare.port, [fillBare(kind, asked.get(kind)!.bytes)])
    }
    await counted.end()
    await proxy.close()

    const millis = new Map<RequestKind, { readonly ours: number; readonly bare: number }[]>(
      kinds.map((each) => [each, []]),
    )
    for (let round = 0; round < rounds; round++) {
      for (const kind of kinds) {
        const requests = await kind.prepare(shop, requestsEach)
        const bareRequests = Array.from({ length: requestsEach }, (_, place) => bareRequest(kind, place))
        const bareMillis = await millisEach(bare, postmaster, bareRequests)
        const ourMillis = await millisEach(ours, postmaster, requests)
        millis.get(kind)!.push({ ours: ourMillis, bare: bareMillis })
      }
    }
    return kinds.map((kind) => {
      const measured = millis.get(kind)!
      const { bytes, ...of } = asked.get(kind)!
      return {
        kind,
        millis: median(measured.map((round) => round.ours)),
        bareMillis: median(measured.map((round) => round.bare)),
        ofBare: median(measured.map((round) => round.bare / round.ours)),
        bytes,
        asked: of,
      }
    })
  } finally {
    for (const service of services) await service.end()
    await postgresql.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const countedEach = 12

/** What the cheapest of several requests asks for: the jobs of a server ask, too, now and then. */
const countLeast = async (
  requests: readonly Sent[],
  port: number,
  take: () => AskedOfDatabase,
): Promise<AskedOfDatabase & { readonly bytes: number }> => {
  const counts: (AskedOfDatabase & { readonly bytes: number })[] = []
  for (const each of requests) {
    take()
    const [bytes] = await sendAll(port, [each])
    counts.push({ ...take(), bytes: bytes!.length })
  }
  return counts.toSorted((one, other) => one.statements - other.statements)[0]!
}

const millisEach = async (
  { pid, port }: ForkedService,
  postmaster: number,
  requests: readonly Sent[],
): Promise<number> => {
  const before = readProcessorTime([pid, postmaster])
  await sendAll(port, requests)
  return millisSince(before, [pid, postmaster]) / requests.length
}

const bareRequest = ({ what, bare }: RequestKind, place: number): Sent => {
  const row = `row_${1 + (place % 1000)}`
  const document = { customer: { email: 'bench@example.com', country: 'JP' }, plan: { id: row } }
  const sent: Readonly<Record<BareKind, Sent>> = {
    read: { method: 'GET', path: `/read/${row}` },
    update: { method: 'POST', path: `/update/${row}`, body: {} },
    insert: { method: 'POST', path: '/insert', body: document },
    'lock and update': { method: 'PATCH', path: `/lock-and-update/${row}`, body: document },
    list: { method: 'GET', path: `/list/${encodeURIComponent(what)}` },
  }
  return sent[bare]
}

const fillBare = ({ what }: RequestKind, bytes: number): Sent => ({
  method: 'POST',
  path: `/list/${encodeURIComponent(what)}/${bytes}`,
  body: {},
})

/** Sends requests over several connections, each after its answer; answers the bodies. */
const sendAll = async (port: number, requests: readonly Sent[]): Promise<readonly string[]> => {
  const agent = new Agent({ keepAlive: true, maxSockets: lanes })
  const bodies: string[] = []
  let next = 0
  const lane = async (): Promise<void> => {
    for (let place = next++; place < requests.length; place = next++)
      bodies[place] = await sendOne(agent, port, requests[place]!)
  }
  try {
    await Promise.all(Array.from({ length: lanes }, lane))
    return bodies
  } finally {
    agent.destroy()
  }
}

const sendOne = (agent: Agent, port: number, { method, path, headers = {}, body }: Sent): Promise<string> =>
  new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body)
    const type =
      text === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
    const sent = request(
      { agent, port, host: '127.0.0.1', method, path, headers: { ...headers, ...type } },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () => {
          const answered = Buffer.concat(chunks).toString('latin1')
          if (answer.statusCode === 200) resolve(answered)
          else reject(new Error(`${method} ${path} was answered ${answer.statusCode}: ${answered}`))
        })
      },
    )
    sent.on('error', reject)
    sent.end(text)
  })

/** Gives the shop 1,000 plans, customers, stored cards, subscriptions and payments. */
const fillShop = async (databaseUrl: string, { port, key, planId }: ForkedService): Promise<BenchShop> => {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string }>(`select id from organizations where name = 'Bench' limit 1`)
    const organizationId = rows[0]!.id
    await fillLists(databaseUrl, [[organizationId, 1000]])
    await client.query(
      `insert into plans (organization_id, id, name, type, interval_unit, interval_count, price, created_at, updated_at)
       select $1, 'price_bench_' || n, 'Plan ' || n, 'recurring', 'months', 1,
         '{"default": {"amount": 999, "currency": "EUR"}, "countries": []}', now(), now() from generate_series(1, 994) n`,
      [organizationId],
    )
    // Nothing falls due while requests are measured.
    await client.query(`update subscriptions set held_until = now() + interval '30 days' where due_at <= now()`)
    await client.query('vacuum (analyze)')
    const { rows: subscribers } = await client.query<BenchShop['subscribers'][number]>(
      `select customer_id as "customerId", id as "subscriptionId" from subscriptions
       where status = 'active' and payment_method_id is not null and current_period_end > now() limit 100`,
    )
    const send = async (sent: Sent): Promise<unknown> => JSON.parse((await sendAll(port, [sent]))[0]!)
    return { planId, subscribers, key, send }
  } finally {
    await client.end()
  }
}
