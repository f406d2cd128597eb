import type { operations } from '@billing-checkout/contract'
import type { z } from 'zod'

/** The body of `POST /payments`. */
export type PaymentBody = z.output<NonNullable<typeof operations.createPayment.body>>
