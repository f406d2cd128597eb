/**
 * One of the taxes of a place that has several, such as Canada's GST alongside the tax of a province. Each is rounded by itself:
 * Quebec's two taxes as one rate differ from its law by a cent. Refunds store parts by cumulative shares, so that all sum to the
 * payment's. A tax on another tax is not supported.
 */
export interface TaxPart {
  /** A decimal, "0.05"; a tax that lowers another one is negative. */
  readonly rate: string
  /** What the tax is called on receipts; null: by the kind of tax of the place. */
  readonly name: string | null
}

/** The rates of several taxes together, exactly, without zeros at the end. */
export const sumOfRates = (parts: readonly Pick<TaxPart, 'rate'>[]): string => {
  const digits = Math.max(...parts.map(({ rate }) => rate.split('.')[1]?.length ?? 0), 0)
  const scaled = parts.reduce((sum, { rate }) => sum + BigInt(scale(rate, digits)), 0n)
  const text = String(scaled).padStart(digits + 1, '0')
  const whole = text.slice(0, text.length - digits)
  const fraction = text.slice(text.length - digits).replace(/0+$/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}

const scale = (rate: string, digits: number): string => {
  const [whole = '', fraction = ''] = rate.split('.')
  return `${whole}${fraction.padEnd(digits, '0')}`
}
