import type { DeclineCode, PaymentType, TestCard } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import type { ChargedMethod } from '../../processor.ts'
import type { Authentication } from './simulate-three-d-secure.ts'

/** The sandbox's decision about a charge. */
export interface ChargeDecision {
  readonly card: TestCard | undefined
  readonly decline: DeclineCode | undefined
  readonly message: string
  /** Whether the call times out, and if so, whether the ledger has the charge nevertheless. */
  readonly answerIsLost: 'no' | 'before the ledger' | 'after the ledger'
}

/** The facts about a charge, apart from its test card. */
export interface ChargeToDecide {
  readonly kind: ChargedMethod['kind']
  /** The card number; null if the method is neither a typed nor a vaulted card. */
  readonly number: string | null
  readonly expMonth: number | null
  readonly expYear: number | null
  readonly initiator: PaymentType
  readonly at: Timestamp
  readonly authentication: Authentication['verdict']
}

/**
 * Decides about a charge. Only published test cards, wallets and accounts are accepted; each has the result that its description states.
 */
export const decideCharge = (card: TestCard | undefined, facts: ChargeToDecide): ChargeDecision => {
  const [decline, message] = declineOf(card, facts)
  const timesOut = facts.number === null ? undefined : card?.timesOut
  return {
    card,
    decline,
    message,
    answerIsLost: timesOut === undefined ? 'no' : timesOut.charged ? 'after the ledger' : 'before the ledger',
  }
}

const declineOf = (card: TestCard | undefined, facts: ChargeToDecide): [DeclineCode | undefined, string] => {
  if (facts.number !== null && !passesLuhn(facts.number))
    return ['invalid_card_number', 'The card number is not valid.']
  if (card === undefined) return ['card_declined', unpublished[facts.kind]]
  if (isExpired(facts)) return ['expired_card', 'The card has expired.']
  // If the card is challenged, it can only be declined after the challenge.
  if (facts.authentication === 'challenge') return [undefined, '']
  if (facts.authentication === 'rejected') return ['authentication_failed', 'The issuer rejected the authentication.']
  if (facts.authentication === 'authentication missing') {
    return ['authentication_required', 'The issuer asks the cardholder to authenticate.']
  }
  const asked = facts.initiator === 'MIT' ? (card.declinesOffSession ?? card.declines) : card.declines
  return [asked, asked === undefined ? '' : `${card.title}.`]
}

const unpublishedCard = 'Only the published test cards work in the sandbox.'
const unpublished: Readonly<Record<ChargedMethod['kind'], string>> = {
  typed_card: unpublishedCard,
  vaulted_card: unpublishedCard,
  stored: 'The processor has stored no method under this token.',
  wallet_token: 'Only the published tokens of this kind of wallet work in the sandbox.',
  account: 'The sandbox has no such account.',
  processor_token: 'The processor has made no such token.',
}

const passesLuhn = (number: string): boolean => {
  const doubled = (digit: number) => (digit > 4 ? digit * 2 - 9 : digit * 2)
  const sum = [...number].toReversed().reduce((total, text, index) => {
    const digit = Number(text)
    return total + (index % 2 === 1 ? doubled(digit) : digit)
  }, 0)
  return sum % 10 === 0
}

/** A card is valid until the end of the month printed on it. */
const isExpired = ({ expMonth, expYear, at }: ChargeToDecide): boolean => {
  if (expMonth === null || expYear === null) return false
  return `${expYear}-${String(expMonth).padStart(2, '0')}` < at.slice(0, 7)
}
