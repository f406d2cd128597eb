/**
 * Whether two e-mail addresses differ in the case of ASCII letters alone. Users are found by more than that, but an address with
 * look-alikes, such as full-width letters, may be another person's.
 */
export const isSameAddress = (one: string, other: string): boolean => inLowerCase(one) === inLowerCase(other)

const inLowerCase = (address: string): string => address.trim().replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
