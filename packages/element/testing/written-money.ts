/** The number format for amounts of a currency, in its major unit, in a locale. */
export const moneyIn = (locale: string, currency: string) =>
  new Intl.NumberFormat(locale, { style: 'currency', currency })

/**
 * Euro cents converted to a country's currency and formatted as by the server, which isolates the symbol in right-to-left text; null if
 * `localMoney` does not have the country.
 */
export const writeLocal = (locale: string, country: string, cents: number): string | null => {
  const local = localMoney[country]
  if (local === undefined) return null
  const written = moneyIn(locale, local.currency)
  const unit = 10 ** (written.resolvedOptions().maximumFractionDigits ?? 2)
  return written.format(Math.round(cents * local.minorPerCent) / unit).replace(/(?<=\u200f.*)[A-Z]+\$/, '$&\u200e')
}

/** Currencies by country, each with its minor units per euro cent. */
const localMoney: Readonly<Record<string, { readonly currency: string; readonly minorPerCent: number }>> = {
  AU: { currency: 'AUD', minorPerCent: 1.42475 / 0.880226 },
  KR: { currency: 'KRW', minorPerCent: 1358.19 / 0.880226 / 100 },
}

/** The side of the euro's symbol: left or right of the number. */
export const symbolPositionIn = (locale: string): 'left' | 'right' => {
  const types = moneyIn(locale, 'EUR')
    .formatToParts(0)
    .map(({ type }) => type)
  return types.indexOf('currency') < types.indexOf('integer') ? 'left' : 'right'
}

/** Formats a line of a quote as the server does. */
export const lineIn =
  (write: (minor: number) => string) =>
  <Line extends { readonly amount: number; readonly quantity?: number }>({ amount, quantity, ...line }: Line) => ({
    ...line,
    formatted_amount: write(amount),
    ...(quantity && { formatted_units: `${quantity} × ${write(amount / quantity)}` }),
  })
