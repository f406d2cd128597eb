import { z } from 'zod'

const id = z.string().min(1).max(500)
const currency = z.string().regex(/^[A-Z]{3}$/)

const movement = z.object({
  id,
  kind: z.enum(['charge', 'refund', 'refund_failed', 'dispute', 'other']),
  transactionId: id.nullable(),
  reference: id.nullable(),
  amount: z.int().nonnegative(),
  currency,
  fee: z.int(),
  net: z.int(),
  balanceCurrency: currency,
  at: z.iso.datetime(),
  availableAt: z.iso.datetime().nullable(),
  arn: z.string().max(500).nullable(),
})

const payout = z.object({
  id,
  amount: z.int(),
  currency,
  state: z.enum(['on_its_way', 'paid', 'failed']),
  arrivesAt: z.iso.datetime().nullable(),
  movements: z.array(id),
})

/** The schema of a page of a day's movements. */
export const bookedPageSchema = z.object({
  movements: z.array(movement),
  payouts: z.array(payout),
  isComplete: z.boolean(),
  next: z.string().min(1).nullable(),
})
