import { foldCase } from '@billing-checkout/domain'

/**
 * Whether two e-mail addresses are equal, or differ only in the case of ASCII letters. `findUserByEmail` also matches look-alikes such as
 * full-width letters, which may be another person's address.
 */
export const isSameAddress = (one: string, other: string): boolean => {
  const [first, second] = [one.trim(), other.trim()]
  return first === second || (isAscii(first) && isAscii(second) && foldCase(first) === foldCase(second))
}

const isAscii = (address: string): boolean => /^[ -~]*$/.test(address)
