import { addInterval, type ChangeWithdrawalOutcome, type Timestamp } from '@billing-checkout/domain'
import type { Organization } from '../../organization/organization.ts'
import type { EmailDetails } from '../../store/schema/emails.ts'
import type { Write } from '../../store/writes/write.ts'
import { oweEmail } from '../../store/writes/owe-email.ts'
import type { Billing } from '../billing.ts'
import { judgeContract, type JudgedContract } from './judge-contract.ts'
import { type DeclaredEffect, effectWithoutRefunds, endSubscription, oweDeclaredRefund } from './declared-effect.ts'
import type { ConcernedContract } from './named-contracts.ts'
import { undoPlanChange } from './undo-plan-change.ts'

/** Days until a withdrawal is refunded if the merchant reviews withdrawals: one less than the law allows. */
const reviewDays = 13

/**
 * Withdraws from a contract if the law allows withdrawal from exactly one of the concerned contracts. The subscription ends immediately, or
 * its last change is undone, and the law decides what is refunded of each payment. If the law allows withdrawal from several contracts, or
 * from one although the consumer has withdrawn from another before, the merchant decides. If the law allows withdrawal from none of them,
 * this records the reason for each contract, but omits contracts that were withdrawn from before, unless there are no others.
 */
export const withdrawByDeclaration = async (
  billing: Billing,
  work: Write,
  organization: Organization,
  { concerned, declaredAt, named, isAcknowledged }: Withdrawal,
): Promise<readonly DeclaredEffect[]> => {
  const judged: Judged[] = []
  const withdrawn: DeclaredEffect[] = []
  for (const each of concerned) {
    if (await isWithdrawn(work, each, named)) withdrawn.push(effectWithoutRefunds(each, 'left_to_merchant'))
    else judged.push({ ...each, ...(await judgeContract(work, organization, each, { declaredAt, named })) })
  }
  const withdrawable = judged.filter(({ outcome }) => !isRefusal(outcome.kind))
  const [only] = withdrawable
  // If the consumer has withdrawn from another of the contracts before, this may be the same declaration again, so the merchant decides.
  if (only !== undefined && withdrawable.length === 1 && withdrawn.length === 0)
    return [await withdrawFrom(billing, work, organization, only)]
  const left = withdrawable.map((each) => effectWithoutRefunds(each, 'left_to_merchant'))
  if (left.length > 0) return left
  return judged.length === 0 ? withdrawn : Promise.all(judged.map((each) => recordRefusal(work, each, isAcknowledged)))
}

/**
 * Whether an earlier declaration has withdrawn from a contract, so that the present declaration may only repeat it. The payments may not
 * show this yet, because the earlier declaration's refund may be due later. After a plan change was undone, a declaration that names the
 * contract, but not that change, is no repetition.
 */
const isWithdrawn = async (work: Write, contract: ConcernedContract, named: string | null): Promise<boolean> => {
  const { subscription, isNamed } = contract
  const mayBeEnded = subscription === null || subscription.status === 'cancelled'
  if (mayBeEnded && (await hadOutcome(work, contract, 'withdrawn'))) return true
  const change = subscription?.planChange
  const isAgain = change?.isUndone && (!isNamed || [change.paymentId, change.consentId].includes(named?.trim() ?? null))
  return isAgain === true && hadOutcome(work, contract, 'change_withdrawn')
}

type Refusal = 'too_late' | 'no_right' | 'right_lost'

const isRefusal = (kind: ChangeWithdrawalOutcome['kind']): kind is Refusal =>
  kind === 'too_late' || kind === 'no_right' || kind === 'right_lost'

/** Whether an earlier declaration had this outcome for a contract. */
const hadOutcome = async (
  { db }: Write,
  contract: ConcernedContract,
  outcome: DeclaredEffect['outcome'],
): Promise<boolean> => {
  const earlier = await db
    .selectFrom('declarationEffects')
    .select('declarationId')
    .where('contractId', '=', effectWithoutRefunds(contract, outcome).contractId)
    .where('outcome', '=', outcome)
    .limit(1)
    .executeTakeFirst()
  return earlier !== undefined
}

interface Withdrawal {
  readonly concerned: readonly ConcernedContract[]
  readonly declaredAt: Timestamp
  /** The name or id by which the consumer named the contract; null if they named none. */
  readonly named: string | null
  /**
   * Whether the declaration came from our page, which acknowledges declarations up to a limit per hour. If so, a withdrawal refused again
   * for the same reason causes no second email.
   */
  readonly isAcknowledged: boolean
}

interface Judged extends ConcernedContract, JudgedContract {}

const withdrawFrom = async (
  billing: Billing,
  work: Write,
  { settings }: Organization,
  judged: Judged,
): Promise<DeclaredEffect> => {
  const { subscription, payments, paid, outcome } = judged
  // While a payment is authorized or pending (except a pending renewal), its charge and its effect are unknown, so the merchant decides.
  const isUnfinished = payments.some(
    ({ paymentStatus, purpose }) =>
      paymentStatus === 'AUTHORIZED' || (paymentStatus === 'PENDING' && purpose !== 'renew'),
  )
  const change = subscription?.planChange ?? null
  const undone = outcome.kind === 'change_withdrawn' ? change : null
  if (isUnfinished || !('refundsMinor' in outcome)) return effectWithoutRefunds(judged, 'left_to_merchant')
  const restored = undone && subscription && (await undoPlanChange(work, subscription, undone))
  const endsAt =
    subscription === null || restored !== null ? null : await endSubscription(work, subscription, 'cancelled')
  const refundAt = settings.withdrawals === 'review' ? addInterval(work.now, 'days', reviewDays) : null
  const totalsMinor = outcome.kind === 'withdrawn' ? outcome.owedMinor : outcome.refundsMinor
  const given = []
  for (const [at, payment] of paid.entries()) {
    const remainingMinor = outcome.refundsMinor[at] ?? 0
    const totalMinor = totalsMinor[at] ?? 0
    given.push(
      await oweDeclaredRefund(billing, work, payment, { totalMinor, remainingMinor, reason: 'withdrawal', refundAt }),
    )
  }
  const refunds = given.flatMap((each) => each.refunds)
  const total = refunds.reduce((sum, { amount }) => sum + amount, 0)
  const effect = effectWithoutRefunds(judged, outcome.kind, endsAt)
  oweWithdrawalEmail(work, effect, {
    ...restored,
    ...(endsAt !== null && { ends_at: endsAt }),
    ...(refunds[0] && { amount: total, currency: refunds[0].currency }),
  })
  const owedBack = given.flatMap((each) => each.owedBack)
  return { ...effect, refunds, owedBack, refundAt: refunds.length === 0 ? null : refundAt }
}

/**
 * Records why a withdrawal has no effect, and owes the email that gives the reason. For withdrawals on our page, the consumer gets this
 * email only once for each reason.
 */
const recordRefusal = async (work: Write, each: Judged, isAcknowledged: boolean): Promise<DeclaredEffect> => {
  const { kind: judged } = each.outcome
  const kind = isRefusal(judged) ? judged : 'left_to_merchant'
  const effect = effectWithoutRefunds(each, kind)
  if (!isAcknowledged || !(await hadOutcome(work, each, kind)))
    oweWithdrawalEmail(work, effect, kind === 'too_late' ? { is_late: true } : {})
  return effect
}

const oweWithdrawalEmail = (
  work: Write,
  { customerId, subscriptionId, paymentId }: DeclaredEffect,
  facts: EmailDetails,
): void => oweEmail(work, { kind: 'withdrawal', customerId, subscriptionId, paymentId, facts })
