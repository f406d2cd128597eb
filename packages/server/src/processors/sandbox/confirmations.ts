import { randomUUID } from 'node:crypto'
import type { TestCard } from '@billing-checkout/contract'
import { type Timestamp, required } from '@billing-checkout/domain'
import type { Database } from '../../store/database.ts'
import type { FinalOutcome, ProcessorOutcome, ShopperAction } from '../processor.ts'
import { threeDSecureAfterChallenge, type ChallengeEnd } from './charges/simulate-three-d-secure.ts'
import { approveCharge, type SandboxCharge, declineCharge } from './charges/charge-outcome.ts'
import { behaviorOf, findCardByBehavior } from './charges/stored-cards.ts'
import { findRecordedOutcome, recordOutcome, takenOutcome } from './ledger/ledger.ts'
import { sandboxFacts } from './sandbox-facts.ts'

/** A charge that the shopper must confirm on a page of the sandbox. */
export interface Confirmation {
  readonly id: string
  readonly reference: string
  readonly kind: ConfirmationKind
  readonly state: 'open' | ChallengeEnd
  readonly card: TestCard | undefined
  readonly charge: AskedCharge
}

interface AskedCharge extends SandboxCharge {
  /** Wall-clock time at which the shopper was first sent to the page. */
  readonly askedAt: Timestamp
}

/** The kind of confirmation: with a bank (3-D Secure), or in a wallet. */
export type ConfirmationKind = 'challenge' | 'wallet'

/** The shopper's answer. */
export type ConfirmationAnswer = 'passed' | 'failed' | 'cancelled'

/**
 * Asks the shopper to confirm a charge, once for each reference. Returns the page for the confirmation; if the ledger already has an
 * outcome, this outcome; if another request has the reference, `taken`.
 */
export const askShopper = async (
  database: Database,
  charge: SandboxCharge,
  card: TestCard,
  kind: ConfirmationKind,
): Promise<ProcessorOutcome> => {
  await database
    .insertInto('sandboxProcessor.confirmations')
    .values({
      id: randomUUID(),
      reference: charge.reference,
      kind,
      state: 'open',
      behavior: behaviorOf(card),
      request: JSON.stringify({ ...charge, askedAt: new Date().toISOString() } satisfies AskedCharge),
      createdAt: charge.at,
    })
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .execute()
  const asked = await requireByReference(database, charge.reference)
  if (asked.charge.requestText !== charge.requestText || asked.charge.amount !== charge.amount) return takenOutcome
  // If the reference was closed in the meantime, the ledger has its outcome.
  return (await findRecordedOutcome(database, charge.reference)) ?? describeConfirmation(database, asked)
}

/** The state of a charge that needs confirmation: still waiting, or decided by the shopper's answer. */
export const describeConfirmation = async (
  database: Database,
  confirmation: Confirmation,
): Promise<ProcessorOutcome> => {
  if (confirmation.state !== 'open') return conclude(database, confirmation, confirmation.state)
  return {
    kind: 'action_required',
    action: actions[confirmation.kind](confirmation.id),
    threeDSecure: confirmation.charge.threeDSecure,
  }
}

const actions: Readonly<Record<ConfirmationKind, (id: string) => ShopperAction>> = {
  challenge: (id) => ({ type: 'three_d_secure', url: `/sandbox/issuer/${id}` }),
  wallet: (id) => ({ type: 'redirect', url: `/sandbox/wallet/${id}` }),
}

/**
 * Ends a confirmation; only the first answer before the time limit counts. To close a reference, the caller ends its confirmation as
 * `expired`.
 */
export const answerConfirmation = async (
  database: Database,
  confirmation: Confirmation,
  answer: ChallengeEnd,
): Promise<FinalOutcome> => {
  const end = confirmation.state === 'open' ? answer : confirmation.state
  await database
    .updateTable('sandboxProcessor.confirmations')
    .set({ state: end })
    .where('id', '=', confirmation.id)
    .where('state', '=', 'open')
    .execute()
  const { state } = await requireByReference(database, confirmation.reference)
  return conclude(database, confirmation, state === 'open' ? end : state)
}

/** Finds the confirmation with a reference. */
export const findConfirmationByReference = (database: Database, reference: string): Promise<Confirmation | undefined> =>
  findWhere(database, 'reference', reference)

const requireByReference = async (database: Database, reference: string): Promise<Confirmation> =>
  required(await findConfirmationByReference(database, reference), 'confirmation of reference', reference)

/** Finds the confirmation of the page with this id. */
export const findConfirmation = (database: Database, id: string): Promise<Confirmation | undefined> =>
  findWhere(database, 'id', id)

const findWhere = async (
  database: Database,
  column: 'id' | 'reference',
  value: string,
): Promise<Confirmation | undefined> => {
  const row = await database
    .selectFrom('sandboxProcessor.confirmations')
    .selectAll()
    .where(column, '=', value)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const charge = row.request as unknown as AskedCharge
  return {
    id: row.id,
    reference: row.reference,
    state: row.state === 'open' && isOver(charge) ? 'expired' : row.state,
    kind: row.kind,
    card: findCardByBehavior(row.behavior),
    charge,
  }
}

/** Whether the ten minutes are over for which a page waits for its shopper. Later answers are refused. */
const isOver = ({ askedAt }: AskedCharge): boolean => Date.parse(askedAt) + 600_000 <= Date.now()

/** Records the result of an answer. A repetition after a crash records the same result. */
const conclude = async (
  database: Database,
  { reference, kind, card, charge: asked }: Confirmation,
  end: ChallengeEnd,
): Promise<FinalOutcome> => {
  const charge = {
    ...asked,
    threeDSecure: kind === 'challenge' ? threeDSecureAfterChallenge(card, reference, end) : null,
  }
  const recorded = await recordOutcome(database, charge, await concluded(database, charge, card, end))
  if (recorded.kind === 'taken') throw new Error('A confirmation was entered as another request.')
  return recorded
}

const concluded = async (
  database: Database,
  charge: SandboxCharge,
  card: TestCard | undefined,
  end: ChallengeEnd,
): Promise<FinalOutcome> => {
  switch (end) {
    case 'passed':
      return card?.declines
        ? declineCharge(charge, card, [card.declines, `${card.title}.`])
        : approveCharge(database, charge, card)
    case 'failed':
      return declineCharge(
        charge,
        card,
        charge.threeDSecure === null
          ? ['card_declined', 'The wallet declined the payment.']
          : ['authentication_failed', 'The cardholder did not pass the challenge.'],
      )
    case 'cancelled':
    case 'expired': {
      const { threeDSecure } = charge
      const facts = sandboxFacts(charge, card, { approved: false, threeDSecure })
      return { kind: 'abandoned', facts, message: threeDSecure?.status_reason ?? 'The payer did not approve.' }
    }
  }
}
