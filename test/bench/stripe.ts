import { defaultConcurrency } from '#server/billing/worklist/worklist.ts'
import { measureStripe } from './renewals/measure-stripe.ts'

// `npm run bench:stripe` makes 600 renewals that are due at once over the fake of Stripe, which has the request limits documented for a
// live account and takes 300 ms for each write.

/** How many times the minimum time and the minimum number of requests the renewals may take. */
const aim = { timesMinimum: 1.5, timesRequests: 1.1 }
const renewals = 600

const { seconds, requests, refused, minimumSeconds, minimumRequests, paid } = await measureStripe({
  renewals,
  concurrency: defaultConcurrency.concurrency,
  latency: 300,
})
console.log(`
${renewals} renewals over the fake of Stripe, within the limits of a live account, ${defaultConcurrency.concurrency} at a time
  ${seconds.toFixed(1)} s, ${(seconds / minimumSeconds).toFixed(2)} x the least that the limits allow (${minimumSeconds} s)
  ${requests} requests, ${(requests / minimumRequests).toFixed(2)} x the least; ${refused} of them met a limit; ${paid} renewals paid`)
if (paid < renewals || seconds > minimumSeconds * aim.timesMinimum || requests > minimumRequests * aim.timesRequests) {
  console.error(`  Aim: all paid, at most ${aim.timesMinimum} x the time and ${aim.timesRequests} x the requests.`)
  process.exitCode = 1
}
