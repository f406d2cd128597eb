import type { CurrencyCode, DeclineCode, TestCard, ThreeDSecure } from '@billing-checkout/contract'
import type { Database } from '../../../store/database.ts'
import type { FinalOutcome } from '../../processor.ts'
import type { LedgerEntry } from '../ledger/ledger.ts'
import { type DescribedCharge, sandboxFacts } from '../sandbox-facts.ts'
import { storeCard } from './stored-cards.ts'
import { isAccount, learntMethodOf } from './wallets.ts'

/** A charge without its secrets, as the sandbox stores it if the shopper must confirm it. The sandbox never stores the card itself. */
export interface SandboxCharge extends LedgerEntry, DescribedCharge {
  readonly store: boolean
  /** The token of the charged stored method; null for any other method. */
  readonly token: string | null
  readonly returnUrl: string | null
  readonly threeDSecure: ThreeDSecure | null
}

/** Approves a charge, with a token for a card that is to be stored. */
export const approveCharge = async (
  database: Database,
  charge: SandboxCharge,
  card: TestCard | undefined,
): Promise<FinalOutcome> => ({
  kind: 'approved',
  facts: sandboxFacts(charge, card, { approved: true, threeDSecure: charge.threeDSecure }),
  storedToken: charge.token ?? (charge.store && card ? await storeCard(database, charge, card) : null),
  approvedAmount: charge.amount,
  approvedCurrency: charge.currency as CurrencyCode,
  captured: card?.capturesLater === undefined || charge.amount === 0,
  ...withLearnt(card),
})

const withLearnt = (card: TestCard | undefined) => {
  const learnt = learntMethodOf(card)
  return learnt && { learnt }
}

/** Declines a charge. Nothing is learned about an account whose holder did not approve. */
export const declineCharge = (
  charge: SandboxCharge,
  card: TestCard | undefined,
  [declineCode, message]: readonly [DeclineCode, string],
): FinalOutcome => ({
  kind: 'declined',
  facts: sandboxFacts(charge, card, { approved: false, threeDSecure: charge.threeDSecure }),
  declineCode,
  message,
  ...(isAccount(card) ? {} : withLearnt(card)),
})
