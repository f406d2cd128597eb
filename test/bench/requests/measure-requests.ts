import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DatabaseTraffic, openCountingProxy } from '../../support/databases/counting-proxy.ts'
import { createDatabase } from '../../support/databases/database-on-server.ts'
import { startPostgresql } from '../../support/databases/start-postgresql.ts'
import { findPostmaster } from '../yardsticks/find-postmaster.ts'
import { type ForkedService, forkService } from '../serving/fork-service.ts'
import { median } from '../yardsticks/median.ts'
import { type BenchShop, fillShop, shopWithSubscriber } from './bench-shop.ts'
import { type BareKind, type RequestKind, requestKinds } from './kinds.ts'
import { millisSince, readProcessorTime } from '../yardsticks/processor-time.ts'
import { type Asked, sendAll, type Sent, timeAlone } from './send-all.ts'

/** The kind of database that one run measures. */
export type MeasuredDatabase = 'postgresql' | 'embedded'

/** What one kind of request costs, compared with a bare server in the same run. */
export interface RequestFigure {
  readonly kind: RequestKind
  /** Processor milliseconds of the server and of PostgreSQL per request. */
  readonly millis: number
  readonly bytes: number
  /** The queries to PostgreSQL. Those of the embedded database cannot be counted, because they do not pass a network. */
  readonly asked: DatabaseTraffic | undefined
  /** The medians of all rounds; undefined if there is no comparable bare request. */
  readonly besideBare: BesideBare | undefined
}

/** What a bare server cost in the same rounds. */
export interface BesideBare {
  /** The bare server's processor milliseconds per request. */
  readonly millis: number
  /** How many of our requests take the processor time of one bare request. */
  readonly share: number
  /** How many times longer our answer takes, if requests are sent one after another. */
  readonly alone: number
}

const rounds = 5
const requestsEach = 250
const concurrency = 8
const countedEach = 12
/** How many requests precede the measurement, because freshly loaded code is slower at first. */
const warmUpEach = 300
const aloneEach = 40

/** Measures the kinds of requests whose names contain a text, on a new database, each round together with the bare server. */
export const measureRequests = async (on: MeasuredDatabase, named = ''): Promise<readonly RequestFigure[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const postgresql = on === 'postgresql' ? await startPostgresql({ syncs: true }) : undefined
  const services: ForkedService[] = []
  try {
    const url = postgresql && (await createDatabase(postgresql.url))
    const serve = async (script: string, databaseUrl = url): Promise<ForkedService> => {
      const env = { DATABASE_URL: databaseUrl ?? '', SECRET_KEY: 'a secret of the benchmarks alone' }
      const service = await forkService(new URL(script, import.meta.url), folder, env)
      services.push(service)
      return service
    }
    const ours = await serve('serve-shop.ts')
    const bare = await serve('serve-bare.ts')
    const shop = url === undefined ? await shopWithSubscriber(ours) : await fillShop(url, ours)
    const kinds = requestKinds.filter(
      ({ what, needsFilledLists }) => what.includes(named) && (url !== undefined || needsFilledLists !== true),
    )

    const asked = url === undefined ? new Map() : await countAsked(url, kinds, shop, serve)
    const processes = url === undefined ? [] : [await findPostmaster(url)]
    const takers = { ours, bare, processes }
    const taken = new Map<RequestKind, Taken[]>(kinds.map((kind) => [kind, []]))
    const bytes = new Map<RequestKind, number>()
    for (const kind of kinds) {
      bytes.set(kind, await warmUp(kind, shop, takers))
    }
    for (let round = 0; round < rounds; round++) {
      for (const kind of kinds) taken.get(kind)!.push(await measure(kind, shop, takers))
    }
    return kinds.map((kind) => figureOf(kind, taken.get(kind)!, bytes.get(kind)!, asked.get(kind)))
  } finally {
    for (const service of services) await service.end()
    await postgresql?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Takers {
  readonly ours: ForkedService
  readonly bare: ForkedService
  /** Ids of processes whose processor time counts besides the server's: PostgreSQL's; empty for the embedded database. */
  readonly processes: readonly number[]
}

/** The cost of one round: processor milliseconds per request, and milliseconds until a single request is answered. */
interface Taken {
  readonly millis: number
  readonly alone: number
  readonly bareMillis: number | undefined
  readonly bareAlone: number | undefined
}

const measure = async (kind: RequestKind, shop: BenchShop, { ours, bare, processes }: Takers): Promise<Taken> => {
  const { bare: bareKind } = kind
  const requests = await kind.prepare(shop, requestsEach)
  const alone = await kind.prepare(shop, aloneEach)
  const bareRequests = (count: number) =>
    Array.from({ length: count }, (_, place) => bareRequest(kind.what, bareKind!, place))
  const bareMillis = bareKind && (await millisEach(bare, processes, bareRequests(requestsEach)))
  const millis = await millisEach(ours, processes, requests)
  const bareAlone = bareKind && (await timeAlone(bare.port, bareRequests(aloneEach)))
  return {
    millis,
    alone: await timeAlone(ours.port, alone),
    bareMillis: bareMillis ?? undefined,
    bareAlone: bareAlone ?? undefined,
  }
}

const figureOf = (
  kind: RequestKind,
  taken: readonly Taken[],
  bytes: number,
  asked: DatabaseTraffic | undefined,
): RequestFigure => ({
  kind,
  millis: median(taken.map(({ millis }) => millis)),
  bytes,
  asked,
  besideBare:
    kind.bare === null
      ? undefined
      : {
          millis: median(taken.map(({ bareMillis }) => bareMillis!)),
          share: median(taken.map(({ millis, bareMillis }) => bareMillis! / millis)),
          alone: median(taken.map(({ alone, bareAlone }) => alone / bareAlone!)),
        },
})

/** Warms both servers up. Returns the size of our answer in bytes; a bare list gets the same size. */
const warmUp = async (kind: RequestKind, shop: BenchShop, { ours, bare }: Takers): Promise<number> => {
  const [first] = await sendAll(ours.port, await kind.prepare(shop, 1), 1)
  const bytes = first!.length
  if (kind.bare === 'list') await sendAll(bare.port, [fillBare(kind, bytes)], 1)
  await sendAll(ours.port, await kind.prepare(shop, warmUpEach), concurrency)
  if (kind.bare !== null) {
    const requests = Array.from({ length: warmUpEach }, (_, place) => bareRequest(kind.what, kind.bare!, place))
    await sendAll(bare.port, requests, concurrency)
  }
  return bytes
}

/** Counts the queries of each kind to PostgreSQL, with a separate server behind a proxy. */
const countAsked = async (
  databaseUrl: string,
  kinds: readonly RequestKind[],
  shop: BenchShop,
  serve: (script: string, databaseUrl: string) => Promise<ForkedService>,
): Promise<ReadonlyMap<RequestKind, DatabaseTraffic>> => {
  const proxy = await openCountingProxy(databaseUrl)
  const counted = await serve('serve-shop.ts', proxy.url)
  try {
    const asked = new Map<RequestKind, DatabaseTraffic>()
    for (const kind of kinds) {
      const requests = await kind.prepare(shop, countedEach)
      asked.set(kind, await countLeast(requests, counted.port, proxy.take))
    }
    return asked
  } finally {
    await counted.end()
    await proxy.close()
  }
}

/** The number of queries of the cheapest of several requests, because a server's jobs sometimes send queries at the same time. */
const countLeast = async (
  requests: readonly Asked[],
  port: number,
  take: () => DatabaseTraffic,
): Promise<DatabaseTraffic> => {
  const counts: DatabaseTraffic[] = []
  for (const each of requests) {
    take()
    await sendAll(port, [each], 1)
    counts.push(take())
  }
  return counts.toSorted((one, other) => one.statements - other.statements)[0]!
}

const millisEach = async (
  { pid, port }: ForkedService,
  processes: readonly number[],
  requests: readonly Asked[],
): Promise<number> => {
  const before = readProcessorTime([pid, ...processes])
  await sendAll(port, requests, concurrency)
  return millisSince(before, [pid, ...processes]) / requests.length
}

const bareRequest = (what: string, bare: BareKind, place: number): Sent => {
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
