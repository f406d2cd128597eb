import { type DeclineCode, declines, type StatusReason } from '@billing-checkout/contract'

/** Why a payment is in its status, as its column keeps it; the advice follows from the decline code (decisions 8). */
export const statusReason = (status: string, declineCode: DeclineCode | null, message: string | null): string =>
  JSON.stringify({
    status,
    status_reason: {
      advice_code: declineCode && declines[declineCode].advice,
      decline_code: declineCode,
      message,
    },
  } satisfies StatusReason)
