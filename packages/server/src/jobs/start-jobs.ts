import type { TroubleWatch } from '@billing-checkout/database/errors'
import type { Logger } from 'pino'
import { actingAs, withoutRequest } from '../store/acting.ts'
import type { Observer } from '../logging/observer.ts'
import type { Tracing } from '../logging/tracing.ts'
import type { Job } from './job.ts'

/**
 * Runs each job repeatedly, and never twice at the same time. It also starts the jobs that `others` returns later. Returns a function that
 * stops the jobs and waits for running ones.
 */
export const startJobs = (
  jobs: readonly Job[],
  others: () => readonly Job[],
  watchers: JobWatchers,
): (() => Promise<void>) => {
  const stops = new Map<string, () => Promise<void>>()
  let isStopping = false
  const start = (job: Job): void => {
    if (!isStopping && !stops.has(job.name)) stops.set(job.name, repeat(job, watchers))
  }
  const startOthers = async (): Promise<void> => others().forEach(start)
  ;[...jobs, ...others(), { name: 'start-jobs', everySeconds: othersEverySeconds, run: startOthers }].forEach(start)
  return async () => {
    isStopping = true
    await Promise.all([...stops.values()].map((stop) => stop()))
  }
}

const othersEverySeconds = 2
/** Each job first runs within this many seconds, so that rare jobs also run on a server that is restarted every hour. */
const firstSecondsMax = 60

/** Receives the result of each job. */
export interface JobWatchers {
  readonly logger: Logger
  readonly troubles: TroubleWatch
  readonly observer: Observer
  readonly tracing?: Tracing | undefined
}

const repeat = (job: Job, { logger, troubles, observer, tracing }: JobWatchers): (() => Promise<void>) => {
  let stopped = false
  let running = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const run = () => (tracing === undefined ? job.run() : tracing.inJob(job.name, () => job.run()))
  const again = (afterSeconds: number) => {
    timer = setTimeout(() => {
      running = actingAs({ who: 'system', what: job.name, ...withoutRequest }, run)
        .then(() => observer.jobEnded(job.name, true))
        .catch((error: unknown) => {
          observer.jobEnded(job.name, false)
          // If the database is in trouble, every job fails with the same error, so the trouble watch logs this error for all of them.
          if (troubles.reportError(error) === undefined)
            logger.error({ job: job.name, err: error }, 'a job failed and will run again')
        })
        .then(() => (stopped ? undefined : again(job.everySeconds)))
    }, afterSeconds * 1000)
  }
  observer.jobStarted(job)
  again(Math.min(job.everySeconds, firstSecondsMax))
  return async () => {
    stopped = true
    clearTimeout(timer)
    await running
  }
}
