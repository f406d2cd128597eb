import { createHmac, timingSafeEqual } from 'node:crypto'

/** What erasure has left of an event or an entry of the audit log, as its signature covers it. */
export interface ErasedRow {
  readonly organizationId: string
  readonly id: string
  /** What stands where the personal parts stood: texts exactly as the database has them. */
  readonly parts: readonly (string | null)[]
  /** The HMAC of the parts that were erased. */
  readonly sealedParts: Uint8Array
}

/** Signs what is left of a row. The signature needs the audit key, so access to the database alone is not enough to forge it. */
export const signErased = (key: Uint8Array, { organizationId, id, parts, sealedParts }: ErasedRow): Buffer =>
  createHmac('sha256', key)
    .update('erased')
    .update(JSON.stringify([organizationId, id, Buffer.from(sealedParts).toString('base64url'), ...parts]))
    .digest()

/** A row that says that it was erased. */
export interface SaidToBeErased extends Omit<ErasedRow, 'sealedParts'> {
  readonly salt: string | null
  readonly sealedParts: Uint8Array | null
  readonly erasedSignature: Uint8Array | null
}

/**
 * The HMAC of the erased parts, if the row holds only what erasure leaves; null for every other row. Anyone with write access to the
 * database could keep a row's HMAC and change the row. They could also give any row the form of an erased one.
 */
export const erasedPartsOf = (
  key: Uint8Array,
  { salt, sealedParts, erasedSignature, ...row }: SaidToBeErased,
): Uint8Array | null => {
  if (salt !== null || sealedParts === null || erasedSignature === null) return null
  const expected = signErased(key, { ...row, sealedParts })
  return erasedSignature.length === expected.length && timingSafeEqual(erasedSignature, expected) ? sealedParts : null
}
