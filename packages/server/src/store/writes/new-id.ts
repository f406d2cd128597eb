import { randomFillSync } from 'node:crypto'
import { mintId, type Timestamp } from '@billing-checkout/domain'

/** Makes an identifier with a prefix. Identifiers sort by the write's time. */
export const newId = (prefix: Parameters<typeof mintId>[0], { now }: { readonly now: Timestamp }): string =>
  mintId(prefix, Date.parse(now), sixteenRandomBytes())

/** Returns random bytes from a pool that is filled for many identifiers at once, to save calls to the operating system. */
const sixteenRandomBytes = (): Uint8Array => {
  if (usedBytes === randomPool.length) {
    randomFillSync(randomPool)
    usedBytes = 0
  }
  return randomPool.subarray(usedBytes, (usedBytes += 16))
}

const randomPool = new Uint8Array(16 * 256)
let usedBytes = randomPool.length
