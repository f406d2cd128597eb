/** Whether a text may hold a number that a double cannot keep, in JSON: one with many digits or an exponent. Strings may look like one. */
const mayHoldOne = /(?:^|[[:,\s])-?(?:[\d.]{16}|[\d.]+e)/i

/**
 * The member names that lead to a number of a JSON text that would be answered as another one, because a double cannot keep all of its
 * digits or its size; `undefined` where every number stays as it was sent. The text is valid JSON that is not nested deeply.
 */
export const findLossyNumber = (text: string): readonly string[] | undefined => {
  if (!mayHoldOne.test(text)) return undefined
  let lossy: Place | undefined
  // The third argument is newer than TypeScript's own description of the first two.
  const value: unknown = JSON.parse(text, function (this: object, name: string, member: unknown, as?: SentAs) {
    if (typeof member === 'number' && as?.source && !isKept(as.source, member)) lossy ??= { holder: this, name }
    return member
  })
  return lossy && namesTo(lossy, { '': value }, [])?.slice(1)
}

/** What a number was in the text; V8 tells it of every value that is neither an object nor an array. */
interface SentAs {
  readonly source?: string
}

interface Place {
  readonly holder: object
  readonly name: string
}

/** The names that lead from an object to a place in it. */
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

/** A decimal number written in one way only: its digits without zeros around them, and the power of ten that they are multiplied by. */
const decimalOf = (text: string): string => {
  const [, sign = '', whole = '', fraction = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? []
  const digits = (whole + fraction).replace(/^0+/, '')
  let end = digits.length
  while (digits[end - 1] === '0') end -= 1
  return end === 0 ? '0' : `${sign}${digits.slice(0, end)}e${Number(power) - fraction.length + digits.length - end}`
}
