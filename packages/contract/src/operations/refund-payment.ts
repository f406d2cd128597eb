import { z } from 'zod'
import { amountMax } from '../resources/fields.ts'
import { payment } from '../resources/payment.ts'
import { filledText } from '../resources/text.ts'
import { operation } from './operation.ts'
import { idParam, none } from './parts.ts'

/** Gives back all that is left of a payment, or a part of it; the payment keeps its status. */
export const refundPayment = operation({
  name: 'refundPayment',
  method: 'POST',
  path: '/payments/refund/{id}',
  summary: 'Refund a payment',
  section: 'decisions 4 and 8',
  callers: ['merchant'],
  scope: { resource: 'payments', access: 'write' },
  params: idParam,
  query: none,
  body: z.strictObject({
    amount: z.int().min(1).max(amountMax).optional().meta({ description: 'Minor units; absent: all that is left.' }),
    reason: filledText(500).optional(),
  }),
  answer: payment,
  problems: ['not_found', 'payment_not_refundable', 'refund_exceeds_captured'],
})
