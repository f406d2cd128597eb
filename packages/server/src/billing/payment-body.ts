import type { operations } from '@billing-checkout/contract'
import type { z } from 'zod'

/** The body of a payment (interface 4.4, decisions 8). */
export type PaymentBody = z.output<NonNullable<typeof operations.createPayment.body>>
