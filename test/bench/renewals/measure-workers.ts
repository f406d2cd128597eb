import type { ChildProcess } from 'node:child_process'
import { cpus } from 'node:os'
import { createDatabase, dropDatabase } from '../../support/databases/database-on-server.ts'
import { startPostgresql } from '../../support/databases/start-postgresql.ts'
import { addDueSubscriptions } from './due-subscriptions.ts'
import { findPostmaster } from '../yardsticks/find-postmaster.ts'
import { runAll, startWorker } from './renewal-workers.ts'
import { millisSince, readProcessorTime } from '../yardsticks/processor-time.ts'

/** How fast some workers renewed together, and what that cost. */
export interface WorkersFigures {
  readonly workers: number
  readonly perSecond: number
  /** Processor time per renewal, in milliseconds, of all workers and PostgreSQL together. */
  readonly millisEach: number
  /** The share of all cores' time that any process used; 1 if no core was idle. */
  readonly coresBusy: number
}

/** The settings of the workers: how long the processor takes, and how many renewals each has in flight. */
export interface WorkersSetting {
  readonly processorMillis: number
  readonly concurrency: number
  /** Due subscriptions for each worker. */
  readonly dueEach: number
}

/** Measures 1, 2, 4 and 8 workers one after another, on a new PostgreSQL that syncs every commit to disk. */
export const measureWorkers = async (setting: WorkersSetting): Promise<readonly WorkersFigures[]> => {
  const postgresql = await startPostgresql({ syncs: true })
  const url = await createDatabase(postgresql.url)
  const workers: ChildProcess[] = []
  const figures: WorkersFigures[] = []
  try {
    const postmaster = await findPostmaster(url)
    for (const count of [1, 2, 4, 8]) {
      while (workers.length < count) workers.push(await startOne(url, setting))
      await addDueSubscriptions(url, setting.concurrency * count * 4)
      await runAll(workers)
      figures.push(await measure(url, { workers, postmaster, setting }))
    }
    return figures
  } finally {
    for (const worker of workers) worker.kill('SIGKILL')
    await dropDatabase(postgresql.url, url)
    await postgresql.stop()
  }
}

const startOne = (url: string, setting: WorkersSetting): Promise<ChildProcess> =>
  startWorker(url, { PROCESSOR_MILLIS: String(setting.processorMillis), LANES: String(setting.concurrency) })

interface Running {
  readonly workers: readonly ChildProcess[]
  readonly postmaster: number
  readonly setting: WorkersSetting
}

const measure = async (url: string, { workers, postmaster, setting }: Running): Promise<WorkersFigures> => {
  const due = setting.dueEach * workers.length
  await addDueSubscriptions(url, due)
  const processes = [postmaster, ...workers.map(({ pid }) => pid!)]
  const coresBefore = coreMillis()
  const before = readProcessorTime(processes)
  const told = await runAll(workers)
  const millis = millisSince(before, processes)
  const cores = coreMillis()
  const renewed = told.reduce((sum, worker) => sum + worker.renewed, 0)
  if (renewed !== due) throw new Error(`${due} subscriptions were due, ${renewed} were renewed.`)
  const seconds = Math.max(...told.map((worker) => worker.seconds))
  return {
    workers: workers.length,
    perSecond: renewed / seconds,
    millisEach: millis / renewed,
    coresBusy: (cores.busy - coresBefore.busy) / (cores.all - coresBefore.all),
  }
}

/** Milliseconds since the machine started, summed over all cores: busy, and in total. */
const coreMillis = (): { readonly busy: number; readonly all: number } => {
  const times = cpus().map(({ times: { user, nice, sys, irq, idle } }) => ({ busy: user + nice + sys + irq, idle }))
  const busy = times.reduce((sum, core) => sum + core.busy, 0)
  return { busy, all: times.reduce((sum, core) => sum + core.idle, busy) }
}
