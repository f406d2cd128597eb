/** Every amount with two decimals in a text of any language, in minor units. Reads only digits, independently of our own formatters. */
export const amountsSaid = (words: string): readonly number[] =>
  [
    ...inLatinDigits(words).matchAll(/(?<![\d.,])(\d{1,3}(?:[.,\u00A0\u202F ]\d{3})*|\d+)[.,](\d{2})(?![\d.,]\d|\d)/g),
  ].map(([, whole = '', cents = '']) => Number(`${whole.replaceAll(/\D/g, '')}${cents}`))

const inLatinDigits = (words: string): string =>
  words
    .replaceAll(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x06_60))
    .replaceAll('\u066B', '.')
    .replaceAll('\u066C', ',')
