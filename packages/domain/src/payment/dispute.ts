import type { DisputeStatus } from '@billing-checkout/contract'

/** The order in which a dispute goes through its statuses. A won dispute stays won; a lost one may still be won on appeal. */
const steps = {
  inquiry: 0,
  inquiry_closed: 1,
  needs_response: 2,
  under_review: 3,
  lost: 4,
  won: 5,
} as const satisfies Record<DisputeStatus, number>

/** Whether a dispute may change from one status to another. The processor's answers may arrive out of order; an older answer is ignored. */
export const mayDisputeBecome = (from: DisputeStatus, to: DisputeStatus): boolean =>
  from === to || steps[to] > steps[from]

/** Whether the disputed money has been taken from the merchant. */
export const isMoneyWithdrawn = (status: DisputeStatus): boolean =>
  status === 'needs_response' || status === 'under_review' || status === 'lost'

/** Whether the dispute is undecided. */
export const isDisputeOpen = (status: DisputeStatus): boolean =>
  status === 'inquiry' || status === 'needs_response' || status === 'under_review'
