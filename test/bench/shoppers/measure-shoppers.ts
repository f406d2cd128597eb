import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DatabaseTraffic, openCountingProxy } from '../../support/databases/counting-proxy.ts'
import { createDatabase, dropDatabase } from '../../support/databases/database-on-server.ts'
import { startPostgresql } from '../../support/databases/start-postgresql.ts'
import { buy } from '../requests/buy.ts'
import { sendAll, type Asked, type Send } from '../requests/send-all.ts'
import { type ForkedService, forkService } from '../serving/fork-service.ts'
import { findPostmaster } from '../yardsticks/find-postmaster.ts'
import { median } from '../yardsticks/median.ts'
import { millisSince, readProcessorTime } from '../yardsticks/processor-time.ts'
import { openDashboards } from './open-dashboards.ts'
import { addressOf, cardOf } from './shopper.ts'

/** The figures of whole sales to new shoppers, several at a time, by one server on PostgreSQL. */
export interface ShopperFigures {
  readonly perSecond: number
  /** The median milliseconds until an answer, by request. */
  readonly millis: ReadonlyMap<string, number>
  /** Processor milliseconds of the server and of PostgreSQL per sale. */
  readonly processorMillis: number
  /** Statements and round trips per sale, including those of the server's jobs in the same time. */
  readonly asked: DatabaseTraffic
  /** How many screens the open dashboards have shown in that time. */
  readonly screens: number
}

/** How many shoppers buy at a time. */
export const shoppersAtATime = 16
const warmUpSales = 100
const countedSales = 96

/** The shoppers' network addresses: each has its own, or all share one, as behind a company's router. */
export type Addresses = 'many' | 'one'

/**
 * Measures `sales` sales on a new database, on a new PostgreSQL that syncs every commit to disk. Every shopper has their own card.
 * `dashboards` is the number of dashboards that are open meanwhile.
 */
export const measureShoppers = async (
  sales: number,
  { addresses, dashboards = 0 }: { readonly addresses: Addresses; readonly dashboards?: number },
): Promise<ShopperFigures> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const postgresql = await startPostgresql({ syncs: true })
  const url = await createDatabase(postgresql.url)
  const proxy = await openCountingProxy(url)
  const services: ForkedService[] = []
  const serve = async (databaseUrl: string): Promise<ForkedService> => {
    const env = { DATABASE_URL: databaseUrl, SECRET_KEY: 'a secret of the benchmarks alone', TRUST_PROXY: 'loopback' }
    const service = await forkService(new URL('../requests/serve-shop.ts', import.meta.url), folder, env)
    services.push(service)
    return service
  }
  try {
    const service = await serve(url)
    const measured = [service.pid, await findPostmaster(url)]
    await sellTo(service, { first: 0, count: warmUpSales, addresses })
    const open = openDashboards(service, dashboards)
    const before = readProcessorTime(measured)
    const began = performance.now()
    const millis = await sellTo(service, { first: warmUpSales, count: sales, addresses })
    const seconds = (performance.now() - began) / 1000
    const processorMillis = millisSince(before, measured) / sales
    const screens = await open.close()
    await service.end()

    const counted = await serve(proxy.url)
    const first = warmUpSales + sales
    await sellTo(counted, { first, count: warmUpSales, addresses })
    proxy.take()
    await sellTo(counted, { first: first + warmUpSales, count: countedSales, addresses })
    const { statements, roundTrips } = proxy.take()
    return {
      perSecond: sales / seconds,
      millis: new Map([...millis].map(([what, all]) => [what, median(all)])),
      processorMillis,
      screens,
      asked: { statements: statements / countedSales, roundTrips: roundTrips / countedSales },
    }
  } finally {
    for (const service of services) await service.end()
    await proxy.close()
    await dropDatabase(postgresql.url, url)
    await postgresql.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Crowd {
  readonly first: number
  readonly count: number
  readonly addresses: Addresses
}

/** Sells, and returns the milliseconds of every request, by kind. */
const sellTo = async (
  { port, key, planId }: ForkedService,
  { first, count, addresses }: Crowd,
): Promise<ReadonlyMap<string, readonly number[]>> => {
  const millis = new Map<string, number[]>()
  const sales = Array.from({ length: count }, (_, place): Asked => (send) => {
    const shopper = first + place
    const forwarded = { 'x-forwarded-for': addresses === 'one' ? '192.0.2.1' : addressOf(shopper) }
    const timed: Send = async (sent) => {
      const began = performance.now()
      const answer = await send({ ...sent, headers: { ...sent.headers, ...forwarded } })
      const what = `${sent.method} ${sent.path.replace(/^\/checkout\/.*/, '/checkout/{id}')}`
      millis.set(what, [...(millis.get(what) ?? []), performance.now() - began])
      return answer
    }
    return buy(timed, { key, planId, number: cardOf(shopper) }).then(({ receipt }) => receipt)
  })
  await sendAll(port, sales, shoppersAtATime)
  return millis
}
