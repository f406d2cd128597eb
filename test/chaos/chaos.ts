import { parseArgs } from 'node:util'
import { lineOf, playRuns } from './play-runs.ts'
import type { Run } from './play-run.ts'
import { openStage } from './stage.ts'

// `npm run chaos -- --seed 7` plays one run, `--runs 1000` those from 1 (or from `--seed`) on; it ends with 1 if one fails.

const { values } = parseArgs({ options: { seed: { type: 'string' }, runs: { type: 'string' } } })
const first = Number(values.seed ?? 1)
const count = Number(values.runs ?? 1)

const stage = await openStage()
const began = performance.now()
const done: Run[] = []
try {
  await playRuns(stage, { first, count, atOnce: Math.min(count, 4) }, (run) => {
    done.push(run)
    if (run.faults.length > 0) console.error(lineOf(run))
    if (count === 1) console.log(run.steps.join(', '))
    if (done.length % 50 === 0) console.log(`${done.length} runs in ${seconds()} s`)
  })
} finally {
  await stage.close()
}
const failed = done.filter(({ faults }) => faults.length > 0)
const payments = done.reduce((sum, run) => sum + run.payments, 0)
console.log(
  `${done.length} runs from seed ${first} in ${seconds()} s: ${payments} payments, ${failed.length} runs with a fault.`,
)
process.exitCode = failed.length === 0 ? 0 : 1

function seconds(): string {
  return ((performance.now() - began) / 1000).toFixed(0)
}
