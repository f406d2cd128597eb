import { CompactEncrypt } from 'jose/jwe/compact/encrypt'
import type { FrameConfig } from './frame-config.ts'

/** A card in the form that the server decrypts; the member names are those of the API. */
export interface PlainCard {
  readonly number: string
  readonly exp_month: number
  /** Four digits. */
  readonly exp_year: number
  readonly cvc: string
  readonly name: string | null
}

/** Encrypts a card to a compact JWE that only the server can decrypt, for this session, once. `wallMs`: the server's time in ms. */
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
