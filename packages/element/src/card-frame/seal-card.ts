import { CompactEncrypt } from 'jose/jwe/compact/encrypt'
import type { FrameConfig } from './frame-config.ts'

/** The card data that the server decrypts; the member names are those of the API. */
export interface PlainCard {
  readonly number: string
  readonly exp_month: number
  /** Four digits. */
  readonly exp_year: number
  readonly cvc: string
  readonly name: string | null
}

/**
 * Encrypts a card to a compact JWE for the server, which accepts it only in this session and only once. `wallMs`: the server's time in ms.
 */
export const sealCard = async (card: PlainCard, config: FrameConfig, wallMs: number): Promise<string> => {
  const key = await crypto.subtle.importKey('jwk', config.card_key, { name: 'RSA-OAEP', hash: 'SHA-256' }, false, [
    'encrypt',
  ])
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(card)))
    .setProtectedHeader({
      alg: 'RSA-OAEP-256',
      enc: 'A256GCM',
      kid: config.card_key.kid,
      sid: config.session_id,
      iat: Math.floor(wallMs / 1000),
      jti: crypto.randomUUID(),
    })
    .encrypt(key)
}
