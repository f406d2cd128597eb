import { isCardNumber } from '@billing-checkout/contract'
import { bundledBins } from '../bins/bundled-bins.ts'

/** Digits in a text that may be a card number: their position and value. */
export interface CardNumberInText {
  readonly start: number
  readonly end: number
  readonly digits: string
}

/**
 * Finds card numbers in a text, with the spaces and dashes that people type in them. A whole run of digits counts if its check digit is
 * right; a part of a longer run must also begin like a card of a known brand. Digits inside our own identifiers do not count.
 */
export const cardNumbersIn = (text: string): readonly CardNumberInText[] => {
  // Most texts have no digits that could be a card number, and need no further work.
  if (text.search(runs) === -1) return []
  return piecesBetweenIds(text).flatMap(([piece, at]) =>
    [...piece.matchAll(runs)].flatMap(({ 0: run, index }) => {
      const number = numberInRun(run)
      const offset = at + index
      return number === undefined ? [] : [{ ...number, start: offset + number.start, end: offset + number.end }]
    }),
  )
}

/** Whether digits begin like a card of a known brand. */
export const isOfKnownBrand = (digits: string): boolean => bundledBins.find(digits).brand !== null

const runs = /\d(?:[ -]?\d){11,}/g

/** Our identifiers are UUIDs of version 4 or 7, most of them with a prefix. */
const ids = /(?<![\da-z])[\da-f]{8}-[\da-f]{4}-[47][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}(?![\da-z])/gi

const piecesBetweenIds = (text: string): readonly (readonly [piece: string, at: number])[] => {
  const pieces: [string, number][] = []
  let from = 0
  for (const { 0: id, index } of text.matchAll(ids)) {
    pieces.push([text.slice(from, index), from])
    from = index + id.length
  }
  return [...pieces, [text.slice(from), from]]
}

const numberInRun = (run: string): CardNumberInText | undefined => {
  if (isCardNumber(run)) return { start: 0, end: run.length, digits: digitsOf(run) }
  const groups = [...run.matchAll(/\d+/g)].map(({ 0: { length }, index }) => ({ start: index, end: index + length }))
  for (const { start } of groups) {
    for (const { end } of groups) {
      const part = run.slice(start, end)
      if (isCardNumber(part) && isOfKnownBrand(digitsOf(part))) return { start, end, digits: digitsOf(part) }
    }
  }
  return undefined
}

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')
