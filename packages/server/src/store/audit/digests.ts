import type { Timestamp } from '@billing-checkout/domain'
import { createHash, createHmac } from 'node:crypto'

/** The personal parts of an audit row and the HMAC key, `salt`. Once the parts are erased, their HMAC, `sealedParts`, remains. */
export interface PersonalParts {
  /** The texts exactly as the database stores them. */
  readonly parts: readonly (string | null)[]
  readonly salt: string | null
  readonly sealedParts: Uint8Array | null
}

/** The parts of an event or an entry that erasure does not change. */
export interface LastingParts {
  readonly organizationId: string
  readonly id: string
  readonly texts: readonly (string | number | null)[]
  readonly createdAt: Timestamp
  readonly recordedAt: Timestamp
}

/**
 * Returns the HMAC of the personal parts, keyed with the salt. If an erasure has replaced the parts and deleted the salt, returns the HMAC
 * of the original parts, which the erasure stored.
 */
export const hmacOfParts = ({ parts, salt, sealedParts }: PersonalParts): Buffer =>
  sealedParts === null
    ? createHmac('sha256', salt ?? '')
        .update(JSON.stringify(parts))
        .digest()
    : Buffer.from(sealedParts)

/** The digest of a row, as it is stored in a link of the chain. */
export const digestOfRow = (row: LastingParts & PersonalParts): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        row.organizationId,
        row.id,
        ...row.texts,
        row.createdAt,
        row.recordedAt,
        hmacOfParts(row).toString('base64url'),
      ]),
    )
    .digest('base64url')

/** The content of a link of the chain, without its hash. */
export interface SealContent {
  readonly number: number
  readonly sealedAt: Timestamp
  readonly formerHash: Uint8Array
  readonly items: string
}

/** The hash of a link. It covers the hash of the previous link, and only a holder of the key can compute it. */
export const hashOfSeal = (key: Uint8Array, { number, sealedAt, formerHash, items }: SealContent): Buffer =>
  createHmac('sha256', key)
    .update(JSON.stringify([number, sealedAt, Buffer.from(formerHash).toString('base64url'), items]))
    .digest()
