import type { BookedMovement, BookedPage } from '@billing-checkout/server/processor'
import { elsewhere, type Entry } from './entry.ts'

/** What was captured and refunded on a day, all on one page. The fee is one percent of each capture, and nothing is ever paid out. */
export const bookedDay = (entries: ReadonlyMap<string, Entry>, day: string): BookedPage => ({
  movements: [...entries.values()].filter(({ at }) => at.startsWith(day)).flatMap(movementOf),
  payouts: [],
  isComplete: new Date().toISOString().slice(0, 10) > day,
  next: null,
})

const movementOf = ({ kind, asked, outcome, at }: Entry): BookedMovement[] => {
  const { reference, transactionId: of = null, amount = 0, currency = 'EUR' } = asked
  if ((kind !== 'capture' && kind !== 'refund') || outcome.kind !== 'approved') return []
  const fee = kind === 'capture' ? Math.round(amount / 100) : 0
  return [
    {
      id: `entry of ${reference}`,
      kind: kind === 'capture' ? 'charge' : 'refund',
      transactionId: kind === 'capture' ? of : outcome.facts.transactionId,
      reference: reference.startsWith(elsewhere) ? null : reference,
      amount,
      currency,
      fee,
      net: kind === 'capture' ? amount - fee : -amount,
      balanceCurrency: currency,
      at,
      availableAt: null,
      arn: null,
    },
  ]
}
