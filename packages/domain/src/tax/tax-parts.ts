/**
 * One of several taxes at a place, such as Canada's GST and the tax of a province. Each tax is rounded separately, because computing
 * Quebec's two taxes as one rate could differ from its law by a cent. A refund stores its parts, so that the parts of all refunds sum to
 * the payment's parts. A tax on another tax is not supported.
 */
export interface TaxPart {
  /** A decimal such as "0.05"; negative if it lowers another tax. */
  readonly rate: string
  /** The tax's name on receipts; if null, receipts name the place's kind of tax. */
  readonly name: string | null
}

/** The exact sum of several decimal rates, without trailing zeros. */
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
