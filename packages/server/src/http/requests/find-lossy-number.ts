/**
 * Quickly finds JSON that may contain a number which a double cannot hold: one with many digits or an exponent. It also matches strings
 * that look like such a number.
 */
const lossyNumberCandidate = /(?:^|[[:,\s])-?(?:[\d.]{16}|[\d.]+e)/i

/**
 * Returns the path of a number in a JSON text that a double would change, because the number has too many digits or is too large or small;
 * `undefined` if there is none. The text must be valid JSON that is not nested deeply.
 */
export const findLossyNumber = (text: string): readonly string[] | undefined => {
  if (!lossyNumberCandidate.test(text)) return undefined
  let lossy: Place | undefined
  // TypeScript does not declare the reviver's third argument yet.
  const value: unknown = JSON.parse(text, function (this: object, name: string, member: unknown, as?: SentAs) {
    if (typeof member === 'number' && as?.source && !isKept(as.source, member)) lossy ??= { holder: this, name }
    return member
  })
  return lossy && namesTo(lossy, { '': value }, [])?.slice(1)
}

/** The source text of a number. V8 passes the source text of every value that is neither an object nor an array. */
interface SentAs {
  readonly source?: string
}

interface Place {
  readonly holder: object
  readonly name: string
}

/** The member names on the path from an object to a place in it. */
const namesTo = (place: Place, within: object, names: readonly string[]): readonly string[] | undefined => {
  if (within === place.holder) return [...names, place.name]
  for (const [name, inner] of Object.entries(within)) {
    if (typeof inner !== 'object' || inner === null) continue
    const found = namesTo(place, inner, [...names, name])
    if (found !== undefined) return found
  }
  return undefined
}

const isKept = (source: string, value: number): boolean =>
  Number.isFinite(value) && decimalOf(source) === decimalOf(String(value))

/**
 * The canonical form of a decimal number: its digits without leading and trailing zeros, and the power of ten by which they are multiplied.
 */
const decimalOf = (text: string): string => {
  const [, sign = '', whole = '', fraction = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? []
  const digits = (whole + fraction).replace(/^0+/, '')
  let end = digits.length
  while (digits[end - 1] === '0') end -= 1
  return end === 0 ? '0' : `${sign}${digits.slice(0, end)}e${Number(power) - fraction.length + digits.length - end}`
}
