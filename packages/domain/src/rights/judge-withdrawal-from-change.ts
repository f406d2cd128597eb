import type { Timestamp } from '../calendar/timestamp.ts'
import { required } from '../required.ts'
import { judgeWithdrawal, type WithdrawalOutcome, type WithdrawnContract } from './judge-withdrawal.ts'

/** A contract of a subscription whose plan was changed: the original contract, or a change. */
export interface ContractOfChangedSubscription {
  readonly contract: WithdrawnContract
  /** What each of the contract's payments refunds if the contract is undone, in minor units; null if it cannot be undone exactly. */
  readonly undoneMinor: readonly number[] | null
}

/** The result of a withdrawal from a changed subscription. */
export type ChangeWithdrawalOutcome =
  | WithdrawalOutcome
  /** The plan change is undone, and its payments refund these amounts, in minor units. */
  | { readonly kind: 'change_withdrawn'; readonly refundsMinor: readonly number[] }
  /** The consumer may withdraw, but we do not compute the result; the merchant decides. */
  | { readonly kind: 'unclear' }

/**
 * The result of a withdrawal that may concern any of these contracts of one subscription, the oldest first (DECISIONS 207). If the consumer
 * may withdraw from exactly one of them, that contract's change is undone, or the result is `unclear` if it cannot be undone exactly. If
 * the consumer may withdraw from several, the result is `unclear`; if from none of them, the result is that of the latest contract.
 */
export const judgeWithdrawalFromChange = (
  contracts: readonly ContractOfChangedSubscription[],
  declaredAt: Timestamp,
): ChangeWithdrawalOutcome => {
  const judged = contracts.map((each) => ({ ...each, outcome: judgeWithdrawal(each.contract, declaredAt) }))
  const [only, ...others] = judged.filter(({ outcome }) => outcome.kind === 'withdrawn')
  if (only === undefined) return required(judged.at(-1), 'contract of declaration', declaredAt).outcome
  return only.undoneMinor === null || others.length > 0
    ? { kind: 'unclear' }
    : { kind: 'change_withdrawn', refundsMinor: only.undoneMinor }
}
