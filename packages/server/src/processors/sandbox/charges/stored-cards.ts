import { createHash } from 'node:crypto'
import { type TestCard, testCards } from '@billing-checkout/contract'
import type { Database } from '../../../store/database.ts'
import type { AuthorizeRequest } from '../../processor.ts'
import { chargeableMethods } from './wallets.ts'

/** Finds the published test card with a number. */
export const findTestCard = (number: string): TestCard | undefined => testCards.find((card) => card.number === number)

/** Makes the token that the sandbox's own fields would make of a test card; each `nonce` gives another token. */
export const tokenOfTestCard = (number: string, nonce: string): string => `new_${behaviorOf({ number })}_${nonce}`

/** The test card behind a token of {@link tokenOfTestCard}. */
export const findCardOfToken = (token: string): TestCard | undefined => {
  const behavior = /^new_([\w-]{43})_./.exec(token)?.[1]
  return behavior === undefined ? undefined : testCards.find((card) => behaviorOf(card) === behavior)
}

/** A name for a test card's behavior: a hash of its number, which can only be resolved with the published list. */
export const behaviorOf = ({ number }: Pick<TestCard, 'number'>): string =>
  createHash('sha256').update(number).digest('base64url')

/** Finds the test card, wallet or account with a behavior. */
export const findCardByBehavior = (behavior: string): TestCard | undefined =>
  chargeableMethods.find((card) => behaviorOf(card) === behavior)

/** Stores a card's behavior and brand under a token. Every repetition of the call gets the same token. */
export const storeCard = async (
  database: Database,
  { reference, at }: Pick<AuthorizeRequest, 'reference' | 'at'>,
  card: TestCard,
): Promise<string> => {
  const token = `tok_${createHash('sha256').update(reference).digest('base64url')}`
  await database
    .insertInto('sandboxProcessor.methods')
    .values({ token, behavior: behaviorOf(card), brand: card.brand, createdAt: at })
    .onConflict((conflict) => conflict.column('token').doNothing())
    .execute()
  return token
}

/** The test card behind a stored token. */
export const findStoredCard = async (database: Database, token: string): Promise<TestCard | undefined> => {
  const stored = await database
    .selectFrom('sandboxProcessor.methods')
    .select('behavior')
    .where('token', '=', token)
    .executeTakeFirst()
  return stored && findCardByBehavior(stored.behavior)
}
