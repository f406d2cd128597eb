import type { Timestamp } from '@billing-checkout/domain'
import { createHash, createHmac } from 'node:crypto'

/** The personal parts of an audit row, its salt, and, once these parts are erased, their HMAC. */
export interface PersonalParts {
  /** Texts exactly as the database has them. */
  readonly parts: readonly (string | null)[]
  readonly salt: string | null
  readonly sealedParts: Uint8Array | null
}

/** What an event or an entry says that erasure leaves alone. */
export interface LastingParts {
  readonly organizationId: string
  readonly id: string
  readonly texts: readonly (string | number | null)[]
  readonly createdAt: Timestamp
  readonly recordedAt: Timestamp
}

/** The HMAC of the personal parts, keyed with the salt. It stays the same when the parts and the salt are erased. */
export const hmacOfParts = ({ parts, salt, sealedParts }: PersonalParts): Buffer =>
  sealedParts === null
    ? createHmac('sha256', salt ?? '')
        .update(JSON.stringify(parts))
        .digest()
    : Buffer.from(sealedParts)

/** The digest of a row, as a link of the chain has it. */
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

/** A link of the chain, but for its hash. */
export interface SealContent {
  readonly number: number
  readonly sealedAt: Timestamp
  readonly formerHash: Uint8Array
  readonly items: string
}

/** The hash of a link. It covers the one before, and only who has the key can make it. */
export const hashOfSeal = (key: Uint8Array, { number, sealedAt, formerHash, items }: SealContent): Buffer =>
  createHmac('sha256', key)
    .update(JSON.stringify([number, sealedAt, Buffer.from(formerHash).toString('base64url'), items]))
    .digest()
