import { z } from 'zod'
import { disputeReasons, disputeStatuses } from '../vocabulary/disputes.ts'
import { amount, currencyCode, idOf, nullableTimestamp, timestamp } from './fields.ts'
import { metadata } from './metadata.ts'

/** A payer's objection to a payment (chargeback or inquiry); the payer's bank decides it. */
export const dispute = z
  .strictObject({
    id: idOf('dp').describe('Identifier of the dispute.'),
    payment_id: idOf('pay').describe('Identifier of the payment that is disputed.'),
    amount: amount.describe(
      'The disputed part in minor units, as the processor says; it may be less than the payment.',
    ),
    currency: currencyCode.describe('Currency of the amount.'),
    reason: z.enum(disputeReasons).describe('Why the payer objects; `other` if none of the other words fits.'),
    status: z
      .enum(disputeStatuses)
      .describe(
        '`inquiry`: the bank only inquires, no money has moved. `inquiry_closed`: the inquiry has ended. `needs_response`: the money is withdrawn, and evidence may be sent to the processor. `under_review`: the bank decides. `won`: the money is yours again. `lost`: it stays with the payer.',
      ),
    evidence_due_at: nullableTimestamp.describe(
      'Until when the processor takes evidence; null if it takes none or does not say.',
    ),
    created_at: timestamp.describe('When it was noticed here, by the billing clock.'),
    updated_at: timestamp.describe('When it last changed, by the billing clock.'),
    metadata: metadata.describe('Empty; nothing is written into it yet.'),
  })
  .meta({
    id: 'Dispute',
    description:
      'A payer’s objection to a payment, which their bank decides. While the money is withdrawn the payment cannot be refunded, and the period it paid for gives no credit.',
  })

/** A payer's objection to a payment (chargeback or inquiry). */
export type Dispute = z.infer<typeof dispute>
