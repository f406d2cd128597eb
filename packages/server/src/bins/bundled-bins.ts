import { type BinDirectory, binDataOfBrand } from './bin-data.ts'

/**
 * Inclusive ranges of first digits by brand, as the networks publish them; both ends of a range have the same length. The first match wins:
 * the ranges of Brazil's brands lie within those of other brands.
 */
const brands: Readonly<Record<string, string>> = {
  elo:
    '401178-401179, 431274, 438935, 451416, 457393, 457631-457632, 504175, 506699-506778, 509000-509999, ' +
    '627780, 636297, 636368, 650031-650033, 650035-650051, 650405-650439, 650485-650538, 650541-650598, ' +
    '650700-650718, 650720-650727, 650901-650978, 651652-651679, 655000-655019, 655021-655058',
  hiper: '637095, 63737423, 63743358, 637568, 637599, 637609, 637612',
  hipercard: '606282',
  visa: '4',
  mastercard: '51-55, 2221-2720',
  'american-express': '34, 37',
  discover: '6011, 644-649, 65',
  'diners-club': '300-305, 3095, 36, 38-39',
  jcb: '1800, 2131, 3528-3589',
  unionpay: '62, 810-817',
  mir: '2200-2204',
  maestro: '500-508, 56-59, 63, 67',
}

const rangesOfBrands = Object.entries(brands).map(([brand, ranges]) => ({
  brand,
  ranges: ranges.split(', ').map((range) => {
    const [from = '', to = from] = range.split('-')
    return { from, to }
  }),
}))

/** Knows only brands, by their published ranges; issuer and funding need an operator's own data. */
export const bundledBins: BinDirectory = {
  find: (firstDigits) => binDataOfBrand(brandOf(firstDigits)),
}

const brandOf = (firstDigits: string): string | null => {
  const isWithin = ({ from, to }: { readonly from: string; readonly to: string }): boolean => {
    const digits = firstDigits.slice(0, from.length)
    return digits.length === from.length && from <= digits && digits <= to
  }
  return rangesOfBrands.find(({ ranges }) => ranges.some(isWithin))?.brand ?? null
}
