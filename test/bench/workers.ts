import { defaultConcurrency } from '#server/billing/worklist/worklist.ts'
import { measureWorkers, type WorkersFigures } from './renewals/measure-workers.ts'

// `npm run bench:workers`: what a second worker adds, and a fourth and an eighth, when the processor takes 300 ms as one across
// a network does. Two cores are full after two workers that do as much at a time as servers do, so workers with an eighth of
// that are measured as well: what keeps those from adding up is leases, locks or commits, not the cores.

/** A doubling of the workers makes renewals at least so much faster while it leaves some of the cores free. */
const aim = { perDoubling: 1.8, coresBusyMax: 0.85 }

const report = async (lanes: number): Promise<void> => {
  const figures = await measureWorkers({ processorMillis: 300, lanes, dueEach: lanes * 20 })
  console.log(`\nRenewals on PostgreSQL, processor of 300 ms, ${lanes} at a time in each worker process`)
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

await report(defaultConcurrency.lanes / 8)
await report(defaultConcurrency.lanes)
