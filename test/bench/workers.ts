import { defaultConcurrency } from '#server/billing/worklist/worklist.ts'
import { measureWorkers, type WorkersFigures } from './renewals/measure-workers.ts'

// `npm run bench:workers` measures how much faster two, four and eight workers renew than half as many. The processor takes 300 ms, like
// one across a network. If each worker has as many renewals in flight as a server, two workers fill two cores. Workers with an eighth of
// these renewals are therefore also measured: leases, locks or commits limit them, not the cores.

/** While some of the cores are free, twice as many workers must be at least this many times faster. */
const aim = { perDoubling: 1.8, coresBusyMax: 0.85 }

const report = async (concurrency: number): Promise<void> => {
  const figures = await measureWorkers({ processorMillis: 300, concurrency, dueEach: concurrency * 20 })
  console.log(`\nRenewals on PostgreSQL, processor of 300 ms, ${concurrency} at a time in each worker process`)
  figures.forEach((each, place) => print(each, figures[place - 1]))
}

const print = (each: WorkersFigures, before: WorkersFigures | undefined): void => {
  const times = before === undefined ? undefined : each.perSecond / before.perSecond
  const isFull = each.coresBusy > aim.coresBusyMax
  const told = times === undefined ? '' : `  ${times.toFixed(2)} x half as many${isFull ? ', cores full' : ''}`
  console.log(
    `  ${String(each.workers).padStart(2)} workers ${each.perSecond.toFixed(0).padStart(6)} /s  ` +
      `${each.millisEach.toFixed(2)} ms of processor each  ${(each.coresBusy * 100).toFixed(0).padStart(3)} % of the cores busy${told}`,
  )
  if (times !== undefined && !isFull && times < aim.perDoubling) {
    console.error(`  A doubling is to make renewals ${aim.perDoubling} times as fast while cores are free.`)
    process.exitCode = 1
  }
}

await report(defaultConcurrency.concurrency / 8)
await report(defaultConcurrency.concurrency)
