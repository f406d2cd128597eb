import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimalsOfCurrency, priceCurrencies } from './currencies.ts'
import { formatMoney } from './format-money.ts'

/**
 * Every language that the checkout supports, every country whose currency is written `$`, `£`, `¥` or `kr`, and scripts
 * with their own digits.
 */
const locales =
  `en en-US en-AU en-BB en-BM en-BS en-BZ en-CA en-CK en-FJ en-FK en-GB en-GI en-GY en-HK en-IN en-JM en-KE
  en-KY en-LR en-MU en-MV en-NA en-NZ en-PG en-SB en-SG en-SH en-TT en-ZA es es-AR es-CL es-CO es-CU es-HN es-MX es-NI es-PE
  es-UY fr fr-CA fr-CD fr-CH fr-CM fr-KM fr-SN de de-AT de-CH it pt pt-BR pt-CV pt-PT nl nl-SR da fo is nb nn sv fi pl cs hu ro
  ro-MD ru bg uk be sr ky tg tr az he ar ar-AE ar-EG ar-KM ar-SS fa ps ur sd hi bn mr ne ta ta-LK te th my km lo ka hy am om ti
  zh zh-HK zh-SG zh-TW ja ko vi id ms ms-BN fil mi sw rw bem af af-NA vai bo dz`.split(/\s+/)

const invisible = /[\s\u00a0\u202f\u061c\u200b\u200e\u200f]/g
const written = (amount: number, currency: string, locale: string): string =>
  formatMoney({ amount, currency }, locale).formattedAmount.replaceAll(invisible, ' ')

test.each([
  [123_456, 'USD', 'en', '$1,234.56'],
  [123_456, 'USD', 'en-CA', 'US$1,234.56'],
  [123_456, 'USD', 'de', '1.234,56 $'],
  [123_456, 'AUD', 'en-AU', 'A$1,234.56'],
  [123_456, 'CAD', 'fr-CA', '1 234,56 CA$'],
  [123_456, 'MXN', 'es-MX', 'MX$1,234.56'],
  [123_456, 'CLP', 'es-CL', 'CLP 123.456'],
  [123_456, 'EUR', 'de-AT', '€ 1.234,56'],
  [123_456, 'GBP', 'en-GB', '£1,234.56'],
  [123_456, 'GIP', 'en-GI', 'GIP 1,234.56'],
  [123_456, 'JPY', 'ja', '￥123,456'],
  [123_456, 'CNY', 'zh', 'CN¥1,234.56'],
  [123_456, 'JPY', 'zh', 'JP¥123,456'],
  [123_456, 'SEK', 'sv', '1 234,56 SEK'],
  [123_456, 'XOF', 'fr-SN', '123 456 XOF'],
  [123_456, 'CVE', 'pt-PT', '1234,56 CVE'],
  [123_456, 'IQD', 'en', 'IQD 123.456'],
  [123_456, 'HUF', 'hu', '1234,56 Ft'],
  [123_456, 'EGP', 'ar-EG', ' ١٬٢٣٤٫٥٦ ج.م. '],
  [123_456, 'USD', 'fa', ' $۱٬۲۳۴٫۵۶'],
  [-1, 'USD', 'en', '−$0.01'],
  [0, 'KWD', 'en', 'KWD 0.000'],
  [1_000_000_000_000, 'USD', 'en', '$10,000,000,000.00'],
  [9_007_199_254_740_991, 'USD', 'en', '$90,071,992,547,409.91'],
])('%d minor units of %s are written in %s as %s', (amount, currency, locale, expected) => {
  expect(written(amount, currency, locale)).toBe(expected)
})

test('letters and a dollar sign stay together in right-to-left text', () => {
  const write = (locale: string) => formatMoney({ amount: 2584, currency: 'AUD' }, locale).formattedAmount

  expect(['ar', 'he', 'en'].map(write)).toEqual([
    '\u200f25.84\u00a0AU$\u200e',
    '\u200f25.84\u00a0\u200fA$\u200e',
    'A$25.84',
  ])
})

test('the parts of a price are its symbol, position and decimals', () => {
  expect(formatMoney({ amount: 999, currency: 'EUR' }, 'fr')).toEqual({
    formattedAmount: '9,99\u00a0€',
    currencySymbol: '€',
    currencyPosition: 'right',
    currencyDecimals: 2,
  })
  expect(formatMoney({ amount: 999, currency: 'IQD' }, 'en')).toMatchObject({
    currencySymbol: 'IQD',
    currencyPosition: 'left',
    currencyDecimals: 3,
  })
})

test('marks that order right-to-left text are neither symbol nor position', () => {
  expect(formatMoney({ amount: 999, currency: 'EGP' }, 'ar-EG')).toMatchObject({
    currencySymbol: 'ج.م.',
    currencyPosition: 'right',
  })
  expect(formatMoney({ amount: 999, currency: 'CNY' }, 'he')).toMatchObject({ currencySymbol: 'CN¥' })
  expect(formatMoney({ amount: 999, currency: 'USD' }, 'fa')).toMatchObject({ currencyPosition: 'left' })
})

const symbols = locales.flatMap((locale) =>
  priceCurrencies.map((currency) => ({
    currency,
    symbol: formatMoney({ amount: 1, currency }, locale).currencySymbol,
  })),
)

test('a symbol means one currency in every locale, even without gaps, dots and capitals', () => {
  const meanings = new Map<string, Set<string>>()

  for (const { currency, symbol } of symbols) {
    const seen = symbol
      .normalize('NFKC')
      .replaceAll(/[\s.\p{Cf}]/gu, '')
      .toLowerCase()
    meanings.set(seen, (meanings.get(seen) ?? new Set()).add(currency))
  }

  expect(meanings.has('')).toBe(false)
  expect([...meanings].filter(([, currencies]) => currencies.size > 1)).toEqual([])
})

test.each([
  ['$', 'USD'],
  ['£', 'GBP'],
  ['¥', 'JPY'],
])('a bare %s is %s in every locale', (sign, owner) => {
  const owners = symbols.filter(({ symbol }) => symbol === sign).map(({ currency }) => currency)

  expect(new Set(owners)).toEqual(new Set([owner]))
})

/** Parses a formatted amount, using the locale's own digits and decimal sign. */
const readBack = (text: string, symbol: string, locale: string, currency: string): number => {
  const digits = new Intl.NumberFormat(locale, { useGrouping: false }).format(9_876_543_210)
  const decimalSign = new Intl.NumberFormat(locale, { style: 'currency', currency, minimumFractionDigits: 1 })
    .formatToParts(1.5)
    .find(({ type }) => type === 'decimal')!.value
  const latin = [...text.replace(symbol, '')]
    .map((character) => (digits.includes(character) ? 9 - digits.indexOf(character) : character))
    .join('')
  const [whole = '', fraction = ''] = decimalsOfCurrency(currency) === 0 ? [latin] : latin.split(decimalSign)
  const minor = Number(`${whole}${fraction}`.replaceAll(/\D/g, ''))
  return /[-\u2212]/.test(latin) ? -minor : minor
}

test.each(priceCurrencies)('an amount of %s can be parsed back to the minor unit in any locale', (currency) => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 }),
      fc.constantFrom(...locales),
      (amount, locale) => {
        const { formattedAmount, currencySymbol, currencyDecimals } = formatMoney({ amount, currency }, locale)

        expect(currencyDecimals).toBe(decimalsOfCurrency(currency))
        expect(readBack(formattedAmount, currencySymbol, locale, currency)).toBe(amount)
      },
    ),
    { numRuns: 10 },
  )
})

test('a language without data is formatted as English, whatever the machine’s language', () => {
  expect(written(123_456, 'USD', 'tlh')).toBe('$1,234.56')
})

test('an invalid language tag, currency or amount is refused', () => {
  expect(() => formatMoney({ amount: 1, currency: 'USD' }, 'not a tag')).toThrow(RangeError)
  expect(() => formatMoney({ amount: 1, currency: 'XYZ' }, 'en')).toThrow(RangeError)
  expect(() => formatMoney({ amount: 1.5, currency: 'USD' }, 'en')).toThrow(RangeError)
})

test('prices stay correct after more locales than the cache holds', () => {
  for (let index = 0; index < 1200; index += 1) formatMoney({ amount: 1, currency: 'USD' }, `en-x-a${index}`)

  expect(written(123_456, 'USD', 'en')).toBe('$1,234.56')
})
