import { fork } from 'node:child_process'
import { once } from 'node:events'
import { openCountingProxy } from '../../support/databases/counting-proxy.ts'
import { createDatabase } from '../../support/databases/database-on-server.ts'
import { startPostgresql } from '../../support/databases/start-postgresql.ts'
import { findPostmaster } from '../yardsticks/find-postmaster.ts'
import { clients, pay, type PayingShop, quiet } from './payments.ts'
import { millisSince, readProcessorTime } from '../yardsticks/processor-time.ts'

/** What one payment costs with `clients` payments in flight. */
export interface PaymentCost {
  readonly clients: number
  /** The server's processor time in milliseconds. */
  readonly serverMillis: number
  readonly postgresqlMillis: number
  readonly statements: number
  readonly roundTrips: number
}

const payments = 2000
/** The number of payments that are sent one at a time. It is smaller than `payments`, because each payment waits for the disk. */
const lonePayments = 200

/** Measures the processor time of a payment and its queries to PostgreSQL, for many payments at once and for one at a time. */
export const measurePaymentCost = async (): Promise<readonly PaymentCost[]> => {
  const postgresql = await startPostgresql({ syncs: true })
  const url = await createDatabase(postgresql.url)
  const proxy = await openCountingProxy(url)
  const child = fork(new URL('serve-payments.ts', import.meta.url), {
    env: {
      ...process.env,
      PORT: '0',
      DATABASE_URL: proxy.url,
      SECRET_KEY: 'a secret of the benchmarks alone',
      ...quiet,
    },
  })
  try {
    const [shop] = (await once(child, 'message')) as [PayingShop]
    const postmaster = await findPostmaster(url)
    await pay(shop, clients, { amount: payments })
    const costs: PaymentCost[] = []
    for (const [count, amount] of [
      [clients, payments],
      [1, lonePayments],
    ] as const) {
      proxy.take()
      const [ofServer, ofPostgresql] = [readProcessorTime([child.pid!]), readProcessorTime([postmaster])]
      await pay(shop, count, { amount })
      const { statements, roundTrips } = proxy.take()
      costs.push({
        clients: count,
        serverMillis: millisSince(ofServer, [child.pid!]) / amount,
        postgresqlMillis: millisSince(ofPostgresql, [postmaster]) / amount,
        statements: statements / amount,
        roundTrips: roundTrips / amount,
      })
    }
    return costs
  } finally {
    child.kill('SIGKILL')
    await once(child, 'exit')
    await proxy.close()
    await postgresql.stop()
  }
}
