import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Run } from './play-run.ts'
import { isOfLostBrowser, describeRun, playRuns } from './play-runs.ts'
import { openStage } from './stage.ts'

// `npm run chaos -- --seed 7` plays one run; `--runs 1000` plays that many seeds, from 1 or from `--seed`, `--at-once 3` of them at a
// time. With `--journal FILE`, each finished run is recorded, and runs in the file are not played again: a stopped command continues when
// it is repeated, and several commands can share the seeds. Exits with 1 if a run breaks a promise.

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    runs: { type: 'string' },
    'at-once': { type: 'string' },
    journal: { type: 'string' },
  },
})
const first = Number(values.seed ?? 1)
const count = Number(values.runs ?? 1)
const atOnce = Number(values['at-once'] ?? 4)
/** The number of runs after which server, database and browser are replaced, because what they accumulate would slow later runs. */
const runsPerStage = 50
const browsersLostMax = 10

const done = readJournal()
const began = performance.now()
let browsersLost = 0
for (let part = nextPart(); part !== undefined; part = nextPart()) {
  const stage = await openStage()
  try {
    await playRuns(stage, { ...part, atOnce: Math.min(part.count, atOnce) }, write)
  } catch (error) {
    // If only the browser was lost, play the interrupted runs again; throw any other error.
    if (!isOfLostBrowser(error) || ++browsersLost > browsersLostMax) throw error
    console.error(`The browser has gone: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
  } finally {
    await stage.close()
  }
  console.log(`${summary()} (${((performance.now() - began) / 1000).toFixed(0)} s)`)
}
console.log(`Seeds ${first} to ${first + count - 1}: ${summary()}`)
process.exitCode = [...done.values()].some(({ violations }) => violations.length > 0) ? 1 : 0

function readJournal(): Map<number, Run> {
  const { journal } = values
  const lines = journal && existsSync(journal) ? readFileSync(journal, 'utf8').split('\n') : []
  const runs = lines.filter((line) => line.endsWith('}')).map((line) => JSON.parse(line) as Run)
  return new Map(runs.filter(({ seed }) => seed >= first && seed < first + count).map((run) => [run.seed, run]))
}

/** The next seeds in a row that have not been played. */
function nextPart(): { readonly first: number; readonly count: number } | undefined {
  let next = first
  while (done.has(next)) next += 1
  let end = next
  while (end < first + count && end < next + runsPerStage && !done.has(end)) end += 1
  return end > next ? { first: next, count: end - next } : undefined
}

function write(run: Run): void {
  done.set(run.seed, run)
  if (values.journal) appendFileSync(values.journal, `${JSON.stringify(run)}\n`)
  if (run.violations.length > 0) console.error(describeRun(run))
  if (count === 1) console.log(run.steps.join(', '))
}

function summary(): string {
  const runs = [...done.values()]
  const sum = (of: (run: Run) => number): number => runs.reduce((total, run) => total + of(run), 0)
  return (
    `${runs.length} runs, ${sum(({ payments }) => payments)} payments, ${sum(({ duplicates }) => duplicates)} duplicates, ` +
    `${sum(({ falsehoods }) => falsehoods)} false outcomes, ${runs.filter(({ violations }) => violations.length > 0).length} runs with a violation`
  )
}
