import { defaultConcurrency } from '#server/billing/worklist/worklist.ts'
import { measureStripe } from './renewals/measure-stripe.ts'

// `npm run bench:stripe`: 600 renewals that are due at once over the fake of Stripe, which takes as many requests as Stripe documents for a live
// account and 300 ms for each that writes.

/** How much longer than the limits alone demand, and with how many more requests, renewals may take. */
const aim = { timesMinimum: 1.5, timesRequests: 1.1 }
const renewals = 600

const { seconds, requests, refused, minimumSeconds, minimumRequests, paid } = await measureStripe({
  renewals,
  lanes: defaultConcurrency.lanes,
  latency: 300,
})
console.log(`
${renewals} renewals over the fake of Stripe, within the limits of a live account, ${defaultConcurrency.lanes} at a time
  ${seconds.toFixed(1)} s, ${(seconds / minimumSeconds).toFixed(2)} x the least that the limits allow (${minimumSeconds} s)
  ${requests} requests, ${(requests / minimumRequests).toFixed(2)} x the least; ${refused} of them met a limit; ${paid} renewals paid`)
if (paid < renewals || seconds > minimumSeconds * aim.timesMinimum || requests > minimumRequests * aim.timesRequests) {
  console.error(`  Aim: all paid, at most ${aim.timesMinimum} x the time and ${aim.timesRequests} x the requests.`)
  process.exitCode = 1
}
