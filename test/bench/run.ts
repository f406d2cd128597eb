import { defaultConcurrency } from '#server/billing/worklist/worklist.ts'
import { reportSizes } from './element/element-sizes.ts'
import { measureHttp } from './serving/http.ts'
import { reportNeighbours } from './neighbours/report-neighbours.ts'
import { reportPayments } from './payments/report-payments.ts'
import { measureRenewals } from './renewals/renewals.ts'
import { reportWebhooks } from './webhooks/report-webhooks.ts'
import { reportRequests } from './requests/report-requests.ts'
import { measureStartUp } from './serving/start-up.ts'

/** The limits of this run, which fails if a figure misses its limit. */
const limits = { firstStartSeconds: 10, renewalsOfTpcB: 0.24 }

if (!reportSizes()) process.exitCode = 1

const startUp = await measureStartUp()
console.log('\nStart-up, from process to first answer')
console.log(`  empty data folder ${startUp.first.toFixed(1)} s (limit ${limits.firstStartSeconds} s)`)
console.log(`  used data folder  ${startUp.later.toFixed(1)} s`)

const figures = await measureHttp()
console.log('\nHTTP, 16 connections, embedded database, load from the same machine')
for (const { what, requestsPerSecond, p99Millis, ofFloor, floor } of figures) {
  const share = ofFloor === null ? '' : `${(ofFloor * 100).toFixed(1)} % of ${floor}`
  console.log(
    `  ${what.padEnd(34)} ${String(requestsPerSecond).padStart(6)} /s  p99 ${String(p99Millis).padStart(4)} ms  ${share}`.trimEnd(),
  )
}

if (!(await reportRequests())) process.exitCode = 1

const { tpcB, byOnePerSecond, byTwoPerSecond, ofTpcB } = await measureRenewals()
console.log(
  `\nRenewals on PostgreSQL, processor of 0 ms, ${defaultConcurrency.concurrency} at a time in each worker process, median of three runs`,
)
console.log(`  TPC-B by ${tpcB.by.padEnd(10)}${tpcB.perSecond.toFixed(0).padStart(6)} /s`)
console.log(
  `  one worker         ${byOnePerSecond.toFixed(0).padStart(6)} /s  ${(ofTpcB * 100).toFixed(1)} % of TPC-B (limit ${limits.renewalsOfTpcB * 100} %)`,
)
console.log(
  `  two workers        ${byTwoPerSecond.toFixed(0).padStart(6)} /s  ${(byTwoPerSecond / byOnePerSecond).toFixed(2)} x one`,
)
if (ofTpcB < limits.renewalsOfTpcB) {
  console.error('Renewals are below their limit against TPC-B.')
  process.exitCode = 1
}

if (!(await reportPayments())) process.exitCode = 1
if (!(await reportNeighbours())) process.exitCode = 1
if (!(await reportWebhooks())) process.exitCode = 1

if (startUp.first > limits.firstStartSeconds) process.exitCode = 1
