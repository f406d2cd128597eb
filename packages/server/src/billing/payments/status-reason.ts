import { type AdviceCode, type DeclineCode, declines, type StatusReason } from '@billing-checkout/contract'

/** Why a payment has its status. If the processor gave no advice, the advice follows from the decline code. */
export const statusReason = (
  status: string,
  declineCode: DeclineCode | null,
  message: string | null,
  advice?: AdviceCode,
): StatusReason => ({
  status,
  status_reason: {
    advice_code: advice ?? (declineCode && declines[declineCode].advice),
    decline_code: declineCode,
    message,
  },
})
