import { Problem } from '@billing-checkout/contract'
import { required, type Timestamp } from '@billing-checkout/domain'
import { compactDecrypt, decodeProtectedHeader } from 'jose'
import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { z } from 'zod'
import type { TypedCard } from '../processors/processor.ts'
import type { Database } from '../store/database.ts'
import type { MasterSecret } from './master-secret.ts'
import { openServerKeys, type ServerKey, type ServerKeyKind, type ServerKeys } from './server-keys.ts'

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

/** A decrypted card, with the facts that prevent its second use. */
interface OpenedCard {
  readonly card: TypedCard
  /** The id of the sealed card, which a charge records before it uses the card. */
  readonly jti: string
  /** Wall-clock time after which every server refuses the sealed card anyway, so its id need not be stored longer. */
  readonly expiresAt: Timestamp
}

/** The kind of key that encrypts cards. */
export const cardKeyKind: ServerKeyKind = {
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
  const keys = await openServerKeys(database, masterSecret, cardKeyKind, wall)
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

/**
 * Decrypts a card that the card frame encrypted for this session at most 15 minutes ago. Throws `card_token_invalid`. Only this file
 * decrypts cards. Its errors contain no card data, not even as their cause.
 */
const openCardWith = async (
  keys: ServerKeys,
  jwe: string,
  { sessionId, wall }: { readonly sessionId: string; readonly wall: Timestamp },
): Promise<OpenedCard> => {
  const header = readHeader(jwe)
  if (header.sid !== sessionId) throw refusal('This card was sealed for another session.')
  const age = Math.floor(Date.parse(wall) / 1000) - header.iat
  if (age > acceptedSeconds) throw refusal('This card was sealed more than 15 minutes ago; seal it again.')
  if (age < -aheadSeconds) throw refusal('This card was sealed in the future.')
  const key = await keys.find(header.kid, wall)
  if (key === undefined) throw refusal('This card was sealed with a key that is not in use; load the card frame again.')
  const card = await decrypt(jwe, key.privateKey)
  return { card, jti: header.jti, expiresAt: new Date((header.iat + rememberedSeconds) * 1000).toISOString() }
}

const acceptedSeconds = 15 * 60
/** The frame uses a server's time, so the time in a sealed card is ahead of ours at most by the difference between the servers' clocks. */
const aheadSeconds = 2 * 60
/**
 * Seconds for which the id of a used card is stored: servers accept a card through its last second, and a server whose clock is behind
 * accepts it even later.
 */
const rememberedSeconds = acceptedSeconds + 60

/** The header has exactly these algorithms and members, so that a sealed card cannot choose how it is decrypted. */
const sealedHeader = z.strictObject({
  alg: z.literal('RSA-OAEP-256'),
  enc: z.literal('A256GCM'),
  kid: z.string().min(1).max(100),
  sid: z.string().min(1).max(100),
  iat: z.int().min(0).max(8_640_000_000_000),
  jti: z.string().regex(/^[\w-]{16,64}$/),
})

const readHeader = (jwe: string): z.output<typeof sealedHeader> => {
  try {
    return sealedHeader.parse(decodeProtectedHeader(jwe))
  } catch {
    throw refusal('This is not a card sealed by the card frame.')
  }
}

const plainCard = z.strictObject({
  number: z.string().regex(/^\d{12,19}$/),
  exp_month: z.int().min(1).max(12),
  exp_year: z.int().min(2000).max(2999),
  cvc: z.string().regex(/^\d{3,4}$/),
  name: z.string().max(200).nullable(),
})

const decrypt = async (jwe: string, key: Parameters<typeof compactDecrypt>[1]): Promise<TypedCard> => {
  try {
    const { plaintext } = await compactDecrypt(jwe, key, {
      keyManagementAlgorithms: ['RSA-OAEP-256'],
      contentEncryptionAlgorithms: ['A256GCM'],
    })
    const { number, exp_month, exp_year, cvc, name } = plainCard.parse(JSON.parse(new TextDecoder().decode(plaintext)))
    return { number, expMonth: exp_month, expYear: exp_year, cvc, name }
  } catch {
    throw refusal('This sealed card cannot be opened.')
  }
}

const refusal = (message: string): Problem => new Problem('card_token_invalid', message)
