import type { Timestamp } from '../calendar/timestamp.ts'
import { required } from '../required.ts'
import { refundOfWithdrawal, type WithdrawalOutcome, type WithdrawnContract } from './refund-of-withdrawal.ts'

/** A contract of a subscription whose plan was changed: its first one, or a change. */
export interface ContractOfChanged {
  readonly contract: WithdrawnContract
  /** What its payments give back if it is undone; null if it cannot be undone exactly. */
  readonly undoneMinor: readonly number[] | null
}

/** What a withdrawal from a changed subscription does. */
export type JudgedOutcome =
  | WithdrawalOutcome
  /** The change is undone, and its payments give back so much. */
  | { readonly kind: 'change_withdrawn'; readonly refundsMinor: readonly number[] }
  /** There is a right to withdraw, but what follows from it is not computed: the merchant decides. */
  | { readonly kind: 'unclear' }

/**
 * What a withdrawal does that may concern these contracts of one subscription, in their order (DECISIONS 207). A change is undone if it is
 * the only one that can be withdrawn from. If none can be, the reason is that of the latest.
 */
export const judgeWithdrawalFromChange = (
  contracts: readonly ContractOfChanged[],
  declaredAt: Timestamp,
): JudgedOutcome => {
  const judged = contracts.map((each) => ({ ...each, outcome: refundOfWithdrawal(each.contract, declaredAt) }))
  const [only, ...others] = judged.filter(({ outcome }) => outcome.kind === 'withdrawn')
  if (only === undefined) return required(judged.at(-1), 'contract of declaration', declaredAt).outcome
  return only.undoneMinor === null || others.length > 0
    ? { kind: 'unclear' }
    : { kind: 'change_withdrawn', refundsMinor: only.undoneMinor }
}
