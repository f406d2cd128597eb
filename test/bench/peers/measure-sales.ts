import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { createDatabase, dropDatabase } from '../../support/databases/database-on-server.ts'
import { findPostmaster } from '../yardsticks/find-postmaster.ts'
import { median } from '../yardsticks/median.ts'
import { millisSince, readProcessorTime } from '../yardsticks/processor-time.ts'
import { askAt, type Peer, type Shop } from './peer.ts'

/** What one server sold. */
export interface SaleFigures {
  readonly perSecond: number
  /** The median milliseconds of a whole sale. */
  readonly millis: number
  /** Processor milliseconds of the server and of PostgreSQL per sale. */
  readonly processorMillis: number
  readonly requests: number
}

/** How many shoppers buy at a time, and for how many seconds. After each sale, a shopper buys again as a new customer. */
export interface Load {
  readonly shoppers: number
  readonly seconds: number
}

/** The time until code is compiled, caches are full, and each shopper has bought twice. */
const warmUpSeconds = 10

/** Opens a server on a new database, measures it and stops it. */
export const measureSales = async (peer: Peer, postgresqlUrl: string, load: Load): Promise<SaleFigures> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-peer-'))
  const databaseUrl = await createDatabase(postgresqlUrl)
  let shop: Shop | undefined
  try {
    shop = await peer.open({ databaseUrl, folder })
    return await sellTo(shop, databaseUrl, load)
  } finally {
    await shop?.end()
    await dropDatabase(postgresqlUrl, databaseUrl)
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Sale {
  readonly began: number
  readonly ended: number
  readonly requests: number
}

/** Counts the sales within some seconds, while shoppers buy before, during and after them. */
const sellTo = async (shop: Shop, databaseUrl: string, { shoppers, seconds }: Load): Promise<SaleFigures> => {
  const ask = askAt(shop.port)
  const measured = [shop.pid, await findPostmaster(databaseUrl)]
  const closing = new AbortController()
  const sales: Sale[] = []
  let next = 0
  const shopper = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      let requests = 0
      const began = performance.now()
      await shop.sell((sent) => {
        requests++
        return ask(sent)
      }, next++)
      sales.push({ began, ended: performance.now(), requests })
    }
  }
  const all = Promise.all(Array.from({ length: shoppers }, shopper))
  const orFailure = (work: Promise<unknown>) => Promise.race([work, all])
  const warmUp = async (count: number) => {
    await orFailure(wait((warmUpSeconds / 2) * 1000))
    while (sales.length < count) await orFailure(wait(100))
  }
  try {
    await warmUp(shoppers)
    await orFailure(analyze(databaseUrl))
    await warmUp(shoppers * 2)
    const [before, from] = [readProcessorTime(measured), performance.now()]
    await orFailure(wait(seconds * 1000))
    const [processorMillis, to] = [millisSince(before, measured), performance.now()]
    closing.abort()
    await all
    const counted = sales.filter(({ ended }) => ended > from)
    const count = counted.reduce((sum, sale) => sum + shareWithin(sale, from, to), 0)
    return {
      perSecond: count / ((to - from) / 1000),
      millis: median(counted.map(({ began, ended }) => ended - began)),
      processorMillis: processorMillis / count,
      requests: median(counted.map(({ requests }) => requests)),
    }
  } finally {
    closing.abort()
    await all.catch(() => undefined)
  }
}

/**
 * The share of a sale's duration that is within the measured time. If only whole sales counted, sales that last seconds and run in step
 * would all count or all be left out.
 */
const shareWithin = ({ began, ended }: Sale, from: number, to: number): number =>
  (Math.min(ended, to) - Math.max(began, from)) / (ended - began)

/** Analyzes the tables, because the PostgreSQL of our benchmarks does not do that by itself. */
const analyze = async (databaseUrl: string): Promise<void> => {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query('vacuum analyze')
  await client.end()
}
