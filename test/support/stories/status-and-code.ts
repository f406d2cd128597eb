import type { Answer } from '../services/running-service.ts'

/** The outcome of a request, in short: the status, and the code of its refusal, else the status of the payment or the changed thing. */
export const statusAndCode = ({ status, body }: Answer): { readonly status: number; readonly code?: string } => ({
  status,
  code: body.error?.code ?? body.payment_status ?? body.status,
})
