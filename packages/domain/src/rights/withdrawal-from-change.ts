import type { Timestamp } from '../calendar/timestamp.ts'
import {
  type ChargeOfContract,
  owesSupply,
  refundOfWithdrawal,
  suppliedMinor,
  type WithdrawalOutcome,
  type WithdrawnContract,
} from './refund-of-withdrawal.ts'

/** A charge of a subscription whose plan was changed. */
export interface ChargeOfChanged extends ChargeOfContract {
  /**
   * `before` the change; `exchanged`: likewise, and the change gave credit for the rest of its period; `since` the change, which it also is if
   * the change charged it.
   */
  readonly made: 'before' | 'exchanged' | 'since'
  /** When a change of the plan ended what it paid for; null if none did. */
  readonly leftAt: Timestamp | null
  /** The credit of the customer that paid a part of the price, in minor units. */
  readonly creditMinor: number
}

/** A subscription whose plan was changed: its first contract, and the one that the latest change made. */
export interface ChangedSubscription {
  readonly first: Omit<WithdrawnContract, 'charges'>
  readonly change: Omit<WithdrawnContract, 'charges'>
  /** Every charge, in the order of payment. */
  readonly charges: readonly ChargeOfChanged[]
  /** Whether the consumer named the change, and not the subscription. */
  readonly namesChange: boolean
  /** Whether the subscription can be as it was before the change: nothing that depends on the change has happened since. */
  readonly canRestore: boolean
}

/** What a withdrawal from a changed subscription does. */
export type ChangedOutcome =
  | WithdrawalOutcome
  /** The change is undone, and what it charged is given back, in the order of the charges. */
  | { readonly kind: 'change_withdrawn'; readonly refundsMinor: readonly number[] }

/**
 * What a withdrawal from a subscription does whose plan was changed (DECISIONS 207). If the first contract can still be withdrawn from,
 * the subscription ends, unless the consumer named the change. If only the change can be, it is undone. If it cannot be undone, the
 * subscription ends, and the consumer pays for what the earlier plan supplied, and for what the later one did if they asked for that.
 */
export const withdrawalFromChanged = (changed: ChangedSubscription, declaredAt: Timestamp): ChangedOutcome => {
  const { first, change, charges, namesChange, canRestore } = changed
  const ofChange = charges.filter(({ made }) => made === 'since')
  const fromFirst = refundOfWithdrawal({ ...first, charges }, declaredAt)
  const fromChange = refundOfWithdrawal({ ...change, charges: ofChange }, declaredAt)
  if (fromFirst.kind === 'withdrawn' && !namesChange)
    return { kind: 'withdrawn', refundsMinor: shareOut(charges, owedOf(changed, declaredAt, owesSupply(first))) }
  if (fromChange.kind !== 'withdrawn') return fromChange
  if (canRestore) return { kind: 'change_withdrawn', refundsMinor: charges.map(refundOfUndone) }
  const concerned = charges.map((charge) => (charge.made === 'before' ? nothingLeft(charge) : charge))
  return {
    kind: 'withdrawn',
    refundsMinor: shareOut(concerned, owedOf({ change, charges: concerned }, declaredAt, true)),
  }
}

/** The earlier plan supplies the time that the later one was used, so what the change charged is given back in full. */
const refundOfUndone = ({ made, paidMinor, refundedMinor }: ChargeOfChanged): number =>
  made === 'since' ? Math.max(paidMinor - refundedMinor, 0) : 0

/** A charge of a contract that is kept. */
const nothingLeft = (charge: ChargeOfChanged): ChargeOfChanged => ({
  ...charge,
  priceMinor: 0,
  paidMinor: 0,
  refundedMinor: 0,
  creditMinor: 0,
})

/** What the consumer owes for supply, in minor units: of the plans before the change if `owesEarlier`, of the later one if they asked for it. */
const owedOf = (
  { change, charges }: Pick<ChangedSubscription, 'change' | 'charges'>,
  declaredAt: Timestamp,
  owesEarlier: boolean,
): number => {
  const owesLater = owesSupply(change)
  return charges
    .filter(({ made }) => (made === 'since' ? owesLater : owesEarlier))
    .reduce((sum, charge) => sum + suppliedMinor(charge, earlierOf(charge.leftAt, declaredAt)), 0)
}

const earlierOf = (one: Timestamp | null, other: Timestamp): Timestamp => (one !== null && one < other ? one : other)

/**
 * Gives back everything but what is owed, of the latest payments first: the money of an earlier one pays for a later plan by the credit
 * that the change gave. Credit of the customer pays for supply before money does.
 */
const shareOut = (charges: readonly ChargeOfChanged[], owedMinor: number): readonly number[] => {
  const left = charges.map(({ paidMinor, refundedMinor }) => Math.max(paidMinor - refundedMinor, 0))
  const money = left.reduce((sum, minor) => sum + minor, 0)
  const credit = charges.reduce((sum, { creditMinor }) => sum + creditMinor, 0)
  let rest = Math.max(Math.min(money, money + credit - owedMinor), 0)
  return left
    .toReversed()
    .map((minor) => {
      const refund = Math.min(minor, rest)
      rest -= refund
      return refund
    })
    .toReversed()
}
