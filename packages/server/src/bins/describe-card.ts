import type { CardDetails } from '@billing-checkout/contract'
import type { BinDirectory } from './bin-data.ts'

/** The part of a card number that may be shown (first six and last four digits, the rest masked), and what `bins` knows about the card. */
export const describeCard = (
  number: string,
  bins: BinDirectory,
): Pick<CardDetails, 'bin' | 'bin_data' | 'last4' | 'number'> => ({
  bin: number.slice(0, 6),
  bin_data: bins.find(number.slice(0, 8)),
  last4: number.slice(-4),
  number: `${number.slice(0, 6)}${'*'.repeat(number.length - 10)}${number.slice(-4)}`,
})
