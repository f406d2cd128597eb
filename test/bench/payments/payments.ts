import autocannon from 'autocannon'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import pg from 'pg'
import { createDatabase, dropDatabase } from '../../support/databases/database-on-server.ts'
import { startPostgresql } from '../../support/databases/start-postgresql.ts'
import { median } from '../yardsticks/median.ts'
import { measureWithPgbench, type TpcB } from '../yardsticks/pgbench.ts'

/** The rate of `POST /payments` on PostgreSQL with a processor of 0 ms, and of TPC-B on the same server in the same minute. */
export interface PaymentRate {
  /** How many payments, and TPC-B transactions, are in flight. */
  readonly clients: number
  /** TPC-B before and after the payments, because the machine may become busier in between. */
  readonly tpcB: readonly [before: TpcB, after: TpcB]
  readonly perSecond: number
  /** Payments as a share of TPC-B's transactions. */
  readonly ofTpcB: number
  readonly medianMillis: number
  readonly p99Millis: number
}

/** The rates of payments, and the memory in the server that is still in use after them. */
export interface PaymentFigures {
  /** For each number of clients, largest first, the run with the median share. */
  readonly rates: readonly PaymentRate[]
  readonly payments: number
  readonly memory: readonly Memory[]
  /** How many bytes of used memory each payment adds, by least squares without the first tenth. */
  readonly bytesPerPayment: number
}

/** The server's memory in bytes, after a number of payments. */
export interface Memory {
  readonly payments: number
  readonly needed: number
  readonly rss: number
}

/** The larger number of clients that pay at a time. */
export const clients = 32
/** The smaller number of clients that pay at a time. */
export const fewClients = 8
const seconds = 6
const runs = 3
const rounds = 10

/** Measures with the PostgreSQL that `TEST_DATABASE_URL` names, or else with a new one that syncs every commit to disk. */
export const measurePayments = async (payments: number): Promise<PaymentFigures> => {
  const named = process.env['TEST_DATABASE_URL']
  const started = named === undefined ? await startPostgresql({ syncs: true }) : undefined
  const server = named ?? started!.url
  const url = await createDatabase(server)
  const child = fork(new URL('serve-payments.ts', import.meta.url), {
    env: { ...process.env, PORT: '0', DATABASE_URL: url, SECRET_KEY: 'a secret of the benchmarks alone', ...quiet },
    execArgv: ['--expose-gc'],
  })
  try {
    const [shop] = (await once(child, 'message')) as [PayingShop]
    await pay(shop, clients, { amount: 1000 })
    const rates: PaymentRate[] = []
    for (let run = 0; run < runs; run++) {
      for (const count of [clients, fewClients]) rates.push(await measureRate(url, shop, count))
    }
    const memory = [{ payments: 0, ...(await askMemory(child)) }]
    for (let round = 1; round <= rounds; round++) {
      await pay(shop, clients, { amount: Math.ceil(payments / rounds) })
      memory.push({ payments: round * Math.ceil(payments / rounds), ...(await askMemory(child)) })
    }
    await requireSettling(url)
    return {
      rates: [clients, fewClients].map((count) => middleOf(rates.filter((rate) => rate.clients === count))),
      payments,
      memory,
      bytesPerPayment: slopeOf(memory.slice(1)),
    }
  } finally {
    child.kill('SIGKILL')
    await once(child, 'exit')
    await dropDatabase(server, url)
    await started?.stop()
  }
}

/** Settings of a service during a measurement. */
export const quiet = { LOG_LEVEL: 'silent', RATE_LIMIT: 'off' }

/** The service that receives payments, and the customers who pay. */
export interface PayingShop {
  readonly url: string
  readonly key: string
  readonly planId: string
  readonly customerIds: readonly string[]
}

const measureRate = async (databaseUrl: string, shop: PayingShop, count: number): Promise<PaymentRate> => {
  const before = await measureWithPgbench(databaseUrl, count, seconds / 2)
  const { requests, latency } = await pay(shop, count, { duration: seconds })
  const after = await measureWithPgbench(databaseUrl, count, seconds / 2)
  return {
    clients: count,
    tpcB: [before, after],
    perSecond: requests.average,
    ofTpcB: requests.average / ((before.perSecond + after.perSecond) / 2),
    medianMillis: latency.p50,
    p99Millis: latency.p99,
  }
}

const middleOf = (rates: readonly PaymentRate[]): PaymentRate => {
  const middle = median(rates.map(({ ofTpcB }) => ofTpcB))
  return rates.find(({ ofTpcB }) => ofTpcB === middle)!
}

/** Sends payments, with `connections` of them in flight. Customers take turns, so that no customer has two payments in flight. */
export const pay = async (
  { url, key, planId, customerIds }: PayingShop,
  connections: number,
  load: { amount: number } | { duration: number },
) => {
  let next = 0
  const result = await autocannon({
    ...load,
    url: `${url}/payments`,
    connections,
    requests: [
      {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        setupRequest: (request) => ({
          ...request,
          body: JSON.stringify({
            customer: { id: customerIds[next++ % customerIds.length] },
            plan: { id: planId },
          }),
        }),
      },
    ],
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`POST /payments answered ${result.non2xx} requests with an error, ${result.errors} not at all.`)
  return result
}

/** Throws if a payment has failed, because an answer with the status 200 may contain a failed payment. */
const requireSettling = async (databaseUrl: string): Promise<void> => {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const { rows } = await client.query(`select payment_status as status from payments group by 1`)
  await client.end()
  if (rows.length !== 1 || rows[0].status !== 'SETTLING') throw new Error(`Payments ended as ${JSON.stringify(rows)}.`)
}

const askMemory = async (child: ChildProcess): Promise<Pick<Memory, 'needed' | 'rss'>> => {
  child.send('memory')
  const [memory] = (await once(child, 'message')) as [Pick<Memory, 'needed' | 'rss'>]
  return memory
}

const slopeOf = (memory: readonly Memory[]): number => {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [mean(memory.map(({ payments }) => payments)), mean(memory.map(({ needed }) => needed))]
  const covariance = mean(memory.map(({ payments, needed }) => (payments - x) * (needed - y)))
  return covariance / mean(memory.map(({ payments }) => (payments - x) ** 2))
}
