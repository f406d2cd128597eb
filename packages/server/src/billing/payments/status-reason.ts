import { type DeclineCode, declines, type StatusReason } from '@billing-checkout/contract'

/** Why a payment is in its status; the advice follows from the decline code. */
export const statusReason = (
  status: string,
  declineCode: DeclineCode | null,
  message: string | null,
): StatusReason => ({
  status,
  status_reason: {
    advice_code: declineCode && declines[declineCode].advice,
    decline_code: declineCode,
    message,
  },
})
