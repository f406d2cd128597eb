import type { Answer } from '../services/running-service.ts'

/** What came of a request, in short: the status, and the code of what refused it, else the status of the payment or of what was changed. */
export const statusAndCode = ({ status, body }: Answer): { readonly status: number; readonly code?: string } => ({
  status,
  code: body.error?.code ?? body.payment_status ?? body.status,
})
