import { clients, measurePayments } from './payments.ts'

/** What the engine is held to: shares of TPC-B, how much slower the slowest may be than the usual, and bytes each payment may leave. */
const limits = { ofTpcB: 0.3, p99OfMedian: 5, bytesPerPayment: 50 }

/** Measures payments and prints them against their limits; answers whether all are kept. `PAYMENTS` says how many for the memory. */
export const reportPayments = async (): Promise<boolean> => {
  const figures = await measurePayments(Number(process.env['PAYMENTS'] ?? 50_000))
  const [before, after] = figures.tpcB
  const ofTpcB = figures.perSecond / ((before.perSecond + after.perSecond) / 2)
  const p99OfMedian = figures.p99Millis / figures.medianMillis
  const last = figures.memory.at(-1)!
  console.log(`\nPOST /payments on PostgreSQL, processor of 0 ms, ${clients} clients, load from the same machine`)
  console.log(
    `  TPC-B by ${before.by}  ${before.perSecond.toFixed(0)} /s before, ${after.perSecond.toFixed(0)} /s after\n` +
      `  payments  ${figures.perSecond.toFixed(0)} /s  ${(ofTpcB * 100).toFixed(1)} % of TPC-B (limit ${limits.ofTpcB * 100} %)\n` +
      `  p99 ${figures.p99Millis} ms, median ${figures.medianMillis} ms  ${p99OfMedian.toFixed(1)} x (limit ${limits.p99OfMedian} x)\n` +
      `  memory  ${figures.bytesPerPayment.toFixed(1)} bytes more after each of ${figures.payments} payments ` +
      `(limit ${limits.bytesPerPayment}), ${megabytes(figures.memory[1]!.needed)} → ${megabytes(last.needed)} needed, ` +
      `${megabytes(figures.memory[1]!.rss)} → ${megabytes(last.rss)} resident`,
  )
  const kept =
    ofTpcB >= limits.ofTpcB && p99OfMedian < limits.p99OfMedian && figures.bytesPerPayment <= limits.bytesPerPayment
  if (!kept) console.error('Payments do not keep their limits.')
  return kept
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`
