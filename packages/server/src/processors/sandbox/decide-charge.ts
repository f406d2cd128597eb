import type { DeclineCode, PaymentMethodDetails, TestCard, ThreeDSecure } from '@billing-checkout/contract'
import type { Database } from '../../store/database.ts'
import type { FinalOutcome } from '../processor.ts'
import type { Entry } from './ledger.ts'
import { type DescribedCharge, sandboxFacts } from './sandbox-facts.ts'
import { storeCard } from './stored-cards.ts'
import { walletDetails } from './wallets.ts'

/** A charge without anything secret: what is left of it while the shopper is asked and the card is gone. */
export interface Charge extends Entry, DescribedCharge {
  readonly store: boolean
  /** The token that is charged; null for a typed card. */
  readonly token: string | null
  readonly returnUrl: string | null
  readonly threeDSecure: ThreeDSecure | null
}

/** The approval of a charge, with the token of a card that is to be kept. */
export const approve = async (
  database: Database,
  charge: Charge,
  card: TestCard | undefined,
): Promise<FinalOutcome> => ({
  kind: 'approved',
  facts: sandboxFacts(charge, card, { approved: true, threeDSecure: charge.threeDSecure }),
  storedToken: charge.token ?? (charge.store && card ? await storeCard(database, charge, card) : null),
  captured: card?.capturesLater === undefined || charge.amount === 0,
  ...withDetails(card),
})

const withDetails = (card: TestCard | undefined): { readonly details?: PaymentMethodDetails } => {
  const details = walletDetails(card)
  return details === undefined ? {} : { details }
}

/** The decline of a charge. */
export const decline = (
  charge: Charge,
  card: TestCard | undefined,
  [declineCode, message]: readonly [DeclineCode, string],
): FinalOutcome => ({
  kind: 'declined',
  facts: sandboxFacts(charge, card, { approved: false, threeDSecure: charge.threeDSecure }),
  declineCode,
  message,
})
