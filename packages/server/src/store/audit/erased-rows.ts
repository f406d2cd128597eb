import { createHmac, timingSafeEqual } from 'node:crypto'

/** The parts of an erased event or audit entry that its signature covers. */
export interface ErasedRow {
  readonly organizationId: string
  readonly id: string
  /** The texts that replaced the personal parts, exactly as the database stores them. */
  readonly parts: readonly (string | null)[]
  /** The HMAC of the parts that were erased. */
  readonly sealedParts: Uint8Array
}

/** Signs a row as an erasure left it. The signature needs the audit key, so a person with access to the database alone cannot forge it. */
export const signErased = (key: Uint8Array, { organizationId, id, parts, sealedParts }: ErasedRow): Buffer =>
  createHmac('sha256', key)
    .update('erased')
    .update(JSON.stringify([organizationId, id, Buffer.from(sealedParts).toString('base64url'), ...parts]))
    .digest()

/** A row that claims to be erased; its signature is not yet verified. */
export interface UnverifiedErasure extends Omit<ErasedRow, 'sealedParts'> {
  readonly salt: string | null
  readonly sealedParts: Uint8Array | null
  readonly erasedSignature: Uint8Array | null
}

/**
 * Returns the HMAC of the erased parts if the row's signature proves that it was erased; null for every other row. Without the signature,
 * anyone with write access to the database could change a row and keep its HMAC, or make any row look erased.
 */
export const erasedPartsOf = (
  key: Uint8Array,
  { salt, sealedParts, erasedSignature, ...row }: UnverifiedErasure,
): Uint8Array | null => {
  if (salt !== null || sealedParts === null || erasedSignature === null) return null
  const expected = signErased(key, { ...row, sealedParts })
  return erasedSignature.length === expected.length && timingSafeEqual(erasedSignature, expected) ? sealedParts : null
}
