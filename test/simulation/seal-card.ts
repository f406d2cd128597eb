import { CompactEncrypt, importJWK, type JWK } from 'jose'
import { randomUUID } from 'node:crypto'

/** A card as its shopper types it. */
export interface TypedDigits {
  readonly number: string
  readonly cvc: string
  readonly name?: string
}

/** Seals a card for a session like the card frame does, at a time in milliseconds since 1970. */
export const sealCardWith = async (
  jwk: JWK,
  sessionId: string,
  { number, cvc, name }: TypedDigits,
  at: number,
): Promise<string> =>
  new CompactEncrypt(
    new TextEncoder().encode(JSON.stringify({ number, exp_month: 12, exp_year: 2099, cvc, name: name ?? null })),
  )
    .setProtectedHeader({
      alg: 'RSA-OAEP-256',
      enc: 'A256GCM',
      kid: jwk.kid ?? '',
      sid: sessionId,
      iat: Math.floor(at / 1000),
      jti: randomUUID(),
    })
    .encrypt(await importJWK(jwk, 'RSA-OAEP-256'))
