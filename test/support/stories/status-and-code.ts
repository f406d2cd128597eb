import type { Answer } from '../services/running-service.ts'

/** A short form of an answer: the status, and the error code, or else the status of the payment or changed object. */
export const statusAndCode = ({ status, body }: Answer): { readonly status: number; readonly code?: string } => ({
  status,
  code: body.error?.code ?? body.payment_status ?? body.status,
})
