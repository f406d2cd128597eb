/** The prefixes of ids; each names a kind of object. */
export type IdPrefix =
  | 'cus'
  | 'sub'
  | 'price'
  | 'pay'
  | 'pm'
  | 'evt'
  | 'quote'
  | 'att'
  | 'claim'
  | 'ref'
  | 'obl'
  | 'dp'
  | 'card'
  | 'taxcalc'
  | 'taxtxn'
  | 'we'
  | 'wd'
  | 'con'
  | 'aud'
  | 'credit'
  | 'email'
  | 'rlink'
  | 'decl'
  | 'link'
  | 'portal'
  | 'disc'
  | 'plink'
  | 'usr'
  | 'inv'
  | 'pkey'

/** A new prefixed id such as `cus_<uuid>`, made from the time in milliseconds since 1970 and 16 random bytes. */
export const mintId = (prefix: IdPrefix, nowMillis: number, randomBytes: Uint8Array): string =>
  `${prefix}_${uuidV7(nowMillis, randomBytes)}`

/**
 * A UUID of version 7 (RFC 9562, 5.7), lower case. Ids sort by their millisecond; within one millisecond their order is random. Throws
 * `RangeError` unless the time is whole milliseconds from 1970 to 10889 and there are exactly 16 random bytes.
 */
export const uuidV7 = (nowMillis: number, randomBytes: Uint8Array): string => {
  if (!Number.isSafeInteger(nowMillis) || nowMillis < 0 || nowMillis >= 2 ** 48) {
    throw new RangeError(`The time of an id must be whole milliseconds from 1970 to 10889, got ${nowMillis}.`)
  }
  if (randomBytes.length !== 16) throw new RangeError(`An id takes 16 random bytes, got ${randomBytes.length}.`)
  const bytes = Uint8Array.from(randomBytes)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, Math.floor(nowMillis / 2 ** 16))
  view.setUint16(4, nowMillis % 2 ** 16)
  view.setUint8(6, (view.getUint8(6) & 0x0f) | 0x70)
  view.setUint8(8, (view.getUint8(8) & 0x3f) | 0x80)
  return dashed(Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(''))
}

const dashed = (hex: string): string =>
  [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
