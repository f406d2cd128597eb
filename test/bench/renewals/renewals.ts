import type { ChildProcess } from 'node:child_process'
import { createDatabase, dropDatabase } from '../../support/databases/database-on-server.ts'
import { startPostgresql } from '../../support/databases/start-postgresql.ts'
import { addDueSubscriptions } from './due-subscriptions.ts'
import { median } from '../yardsticks/median.ts'
import { clients } from '../payments/payments.ts'
import { measureWithPgbench, type TpcB } from '../yardsticks/pgbench.ts'
import { runAll, startWorker } from './renewal-workers.ts'

/** The rates of renewals on PostgreSQL and of TPC-B on the same server, in the same minute. */
export interface RenewalFigures {
  readonly tpcB: TpcB
  readonly byOnePerSecond: number
  readonly byTwoPerSecond: number
  /** The renewals of one worker as a share of TPC-B's transactions. */
  readonly ofTpcB: number
}

const runs = 3

const warmUp = 300
const measured = 2000

/**
 * Measures several runs, with the PostgreSQL that `TEST_DATABASE_URL` names, or else with a new one that syncs every commit to disk.
 * Returns the run with the median share.
 */
export const measureRenewals = async (): Promise<RenewalFigures> => {
  const figures: RenewalFigures[] = []
  for (let run = 0; run < runs; run++) figures.push(await measureOnce())
  const middle = median(figures.map(({ ofTpcB }) => ofTpcB))
  return figures.find(({ ofTpcB }) => ofTpcB === middle)!
}

const measureOnce = async (): Promise<RenewalFigures> => {
  const named = process.env['TEST_DATABASE_URL']
  const started = named === undefined ? await startPostgresql({ syncs: true }) : undefined
  const server = named ?? started!.url
  const url = await createDatabase(server)
  try {
    const byOnePerSecond = await renew(url, 1)
    const tpcB = await measureWithPgbench(url, clients, 5)
    const byTwoPerSecond = await renew(url, 2)
    return { tpcB, byOnePerSecond, byTwoPerSecond, ofTpcB: byOnePerSecond / tpcB.perSecond }
  } finally {
    await dropDatabase(server, url)
    await started?.stop()
  }
}

/** How many subscriptions per second this many worker processes renew together. */
const renew = async (databaseUrl: string, count: number): Promise<number> => {
  const workers: ChildProcess[] = []
  try {
    for (let worker = 0; worker < count; worker++) workers.push(await startWorker(databaseUrl))
    await addDueSubscriptions(databaseUrl, warmUp * count)
    await runAll(workers)
    await addDueSubscriptions(databaseUrl, measured)
    const told = await runAll(workers)
    const renewed = told.reduce((sum, worker) => sum + worker.renewed, 0)
    if (renewed !== measured) throw new Error(`${measured} subscriptions were due, ${renewed} were renewed.`)
    return renewed / Math.max(...told.map(({ seconds }) => seconds))
  } finally {
    for (const worker of workers) worker.kill('SIGKILL')
  }
}
