import { type Timestamp, required } from '@billing-checkout/domain'
import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import type { Database } from '../store/database.ts'
import type { MasterSecret } from './master-secret.ts'
import { openCardWith, type OpenedCard } from './open-card.ts'
import { openServerKeys, type ServerKey, type ServerKeyKind } from './server-keys.ts'

/** A public key for encrypting cards, as a JWK. */
export interface PublicCardJwk {
  readonly kty: 'RSA'
  readonly kid: string
  readonly use: 'enc'
  readonly alg: 'RSA-OAEP-256'
  readonly n: string
  readonly e: string
}

/** The keys with which the card frame encrypts cards, and the decryption of these cards. Times are wall-clock. */
export interface CardKeys {
  /** The public key for the card frame. */
  publicJwk(wall: Timestamp): Promise<PublicCardJwk>
  /** Every key that can still decrypt a card, newest first, as a JWK Set. */
  findCardKeys(wall: Timestamp): Promise<{ readonly keys: PublicCardJwk[] }>
  /** Decrypts a sealed card. Throws `card_token_invalid`, which reveals nothing about the content. */
  openCard(jwe: string, expected: { sessionId: string; wall: Timestamp }): Promise<OpenedCard>
}

/** The kind of key that encrypts cards. */
export const cardKey: ServerKeyKind = {
  purpose: 'card',
  // A sealed card is accepted for 15 minutes, and another server may serve the old key for one more minute. The remaining minutes are a
  // reserve.
  usableAfterSeconds: 20 * 60,
  make: async () => (await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })).privateKey,
}

/** Opens the card keys of this server; the first start makes them. */
export const openCardKeys = async (
  database: Database,
  masterSecret: MasterSecret,
  wall: Timestamp,
): Promise<CardKeys> => {
  const keys = await openServerKeys(database, masterSecret, cardKey, wall)
  return {
    publicJwk: async (now) => jwkOf(await keys.current(now)),
    findCardKeys: async (now) => ({ keys: (await keys.usable(now)).map(jwkOf) }),
    openCard: (jwe, expected) => openCardWith(keys, jwe, expected),
  }
}

const jwkOf = ({ kid, publicJwk }: ServerKey): PublicCardJwk => ({
  kty: 'RSA',
  kid,
  use: 'enc',
  alg: 'RSA-OAEP-256',
  n: required(publicJwk['n'], 'n of card key', kid),
  e: required(publicJwk['e'], 'e of card key', kid),
})
