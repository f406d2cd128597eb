import type { DisputeStatus } from '@billing-checkout/contract'

/** The rank of each status of a dispute; a won dispute stays won, and an appeal may win a lost one. */
const steps = {
  inquiry: 0,
  inquiry_closed: 1,
  needs_response: 2,
  under_review: 3,
  lost: 4,
  won: 5,
} as const satisfies Record<DisputeStatus, number>

/** Whether a dispute may change from one status to another: answers may overtake each other, and an older one must not count. */
export const mayDisputeBecome = (from: DisputeStatus, to: DisputeStatus): boolean =>
  from === to || steps[to] > steps[from]

/** Whether the disputed money is taken from the merchant in a status. */
export const isMoneyWithdrawn = (status: DisputeStatus): boolean =>
  status === 'needs_response' || status === 'under_review' || status === 'lost'

/** Whether the bank has not decided yet. */
export const isDisputeOpen = (status: DisputeStatus): boolean =>
  status === 'inquiry' || status === 'needs_response' || status === 'under_review'
