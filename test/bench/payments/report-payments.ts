import { measurePaymentCost, type PaymentCost } from './payment-cost.ts'
import { clients, fewClients, measurePayments, type PaymentRate } from './payments.ts'

/** The limits: shares of TPC-B by the number of clients, and bytes of memory that each payment may leave. */
const limits = {
  ofTpcB: new Map([
    [clients, 0.28],
    [fewClients, 0.18],
  ]),
  /** How many times slower the 99th percentile may be than the median, with many clients. */
  p99OfMedian: 5,
  bytesPerPayment: 50,
}

/**
 * Measures payments and prints the figures with their limits. Returns whether every limit is met. The environment variable `PAYMENTS` is
 * the number of payments with which memory is measured.
 */
export const reportPayments = async (): Promise<boolean> => {
  const figures = await measurePayments(Number(process.env['PAYMENTS'] ?? 50_000))
  const last = figures.memory.at(-1)!
  console.log('\nPOST /payments on PostgreSQL, processor of 0 ms, load from the same machine, medians of three runs')
  const keptRates = figures.rates.map(reportRate)
  console.log(
    `  memory  ${figures.bytesPerPayment.toFixed(1)} bytes more after each of ${figures.payments} payments ` +
      `(limit ${limits.bytesPerPayment}), ${megabytes(figures.memory[1]!.needed)} → ${megabytes(last.needed)} needed, ` +
      `${megabytes(figures.memory[1]!.rss)} → ${megabytes(last.rss)} resident`,
  )
  for (const cost of await measurePaymentCost()) reportCost(cost)
  const kept = !keptRates.includes(false) && figures.bytesPerPayment <= limits.bytesPerPayment
  if (!kept) console.error('Payments do not keep their limits.')
  return kept
}

const reportRate = ({
  clients: count,
  tpcB: [before, after],
  perSecond,
  ofTpcB,
  medianMillis,
  p99Millis,
}: PaymentRate) => {
  const limit = limits.ofTpcB.get(count) ?? 0
  const p99OfMedian = p99Millis / medianMillis
  const isKept = ofTpcB >= limit && (count !== clients || p99OfMedian < limits.p99OfMedian)
  console.log(
    `  ${count} clients\n` +
      `    TPC-B by ${before.by}  ${before.perSecond.toFixed(0)} /s before, ${after.perSecond.toFixed(0)} /s after\n` +
      `    payments  ${perSecond.toFixed(0)} /s  ${(ofTpcB * 100).toFixed(1)} % of TPC-B (limit ${(limit * 100).toFixed(0)} %)\n` +
      `    p99 ${p99Millis} ms, median ${medianMillis} ms  ${p99OfMedian.toFixed(1)} x${count === clients ? ` (limit ${limits.p99OfMedian} x)` : ''}  ${isKept ? 'met' : 'not met'}`,
  )
  return isKept
}

const reportCost = ({ clients: count, serverMillis, postgresqlMillis, statements, roundTrips }: PaymentCost) =>
  console.log(
    `  ${count === 1 ? 'a lone one' : `each of ${count}`} takes ${serverMillis.toFixed(2)} ms of the server and ${postgresqlMillis.toFixed(2)} ms of PostgreSQL, ` +
      `${statements.toFixed(1)} statements, ${roundTrips.toFixed(1)} round trips`,
  )

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`
