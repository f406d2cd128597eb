/** The form of one country's postal codes, and how their first characters show the regions in which a code may lie. */
interface PostalTable {
  /** The pattern of a complete postal code, without spaces and dashes. */
  readonly form: RegExp
  readonly regions: (postalCode: string) => readonly string[]
}

const parseRanges = (text: string): readonly (readonly [code: string, from: number, to: number])[] =>
  text.split(', ').flatMap((entry) => {
    const [code = '', ...ranges] = entry.split(' ')
    return ranges.map((one) => {
      const [from = '', to = from] = one.split('-')
      return [code, Number(from), Number(to)] as const
    })
  })

/**
 * First three digits of ZIP codes by state. Source: USPS Publication 65 and Labeling List L002; compared with 42,000 codes of npm's
 * `zipcodes` 8.0.0. Checked on 2026-11-26.
 */
const zipPrefixes = parseRanges(
  'AL 350-352 354-369, AK 995-999, AZ 850-853 855-857 859-860 863-865, AR 716-729, CA 900-908 910-928 930-961, ' +
    'CO 800-816, CT 060-069, DC 200 202-205 569, DE 197-199, FL 320-339 341-342 344 346-347 349, GA 300-319 398-399, ' +
    'HI 967-968, ID 832-838, IL 600-620 622-629, IN 460-479, IA 500-516 520-528, KS 660-662 664-679, KY 400-427, ' +
    'LA 700-701 703-708 710-714, ME 039-049, MD 206-212 214-219, MA 010-027 055, MI 480-499, MN 550-551 553-567, ' +
    'MS 386-397, MO 630-631 633-641 644-658, MT 590-599, NE 680-681 683-693, NV 889-891 893-895 897-898, NH 030-038, ' +
    'NJ 070-089, NM 870-871 873-875 877-884, NY 005 100-149, NC 270-289, ND 580-588, OH 430-459, ' +
    'OK 730-731 734-741 743-749, OR 970-979, PA 150-196, PR 006-007 009, RI 028-029, SC 290-299, SD 570-577, ' +
    'TN 370-385, TX 733 750-770 772-799 885, UT 840-847, VT 050-054 056-059, VA 201 220-246, VI 008, ' +
    'WA 980-986 988-994, WV 247-268, WI 530-532 534-535 537-549, WY 820-831, GU 969, AA 340, AE 090-098, AP 962-966',
)

/** Whole ZIP codes that lie in another state than their prefix suggests, and prefixes that several states share. */
const zipExceptions: Readonly<Record<string, readonly string[]>> = {
  '06390': ['NY'],
  '96799': ['AS'],
  '205': ['DC', 'MD', 'VA'],
  '739': ['OK', 'TX'],
  '834': ['ID', 'WY'],
  '969': ['GU', 'MP', 'FM', 'PW', 'MH'],
}

/**
 * Provinces of Canada with the first characters of their postal codes. K1A has federal offices on both sides of the Ottawa River. Source:
 * Canada Post, forward sortation areas. Checked on 2026-11-26.
 */
const canadianStarts =
  'NL A, NS B, PE C, NB E, ON K K1A L M N P, QC G H J K1A, MB R, SK S, AB T, BC V, NT X X0E X0G X1A, NU X X0A X0B X0C, YT Y'
    .split(', ')
    .map((entry) => entry.split(' '))

const provincesAt = (start: string): readonly string[] =>
  canadianStarts.flatMap(([province = '', ...starts]) => (starts.includes(start) ? [province] : []))

/** The provinces of Spain by the first two digits, 01 to 52. Source: INE, codes of provinces. Checked on 2026-11-26. */
const spanishProvinces =
  'VI AB A AL AV BA PM B BU CC CA CS CR CO C CU GI GR GU SS H HU J LE L LO LU M MA MU NA OR O P GC PO SA TF S SG SE SO T TE TO V VA BI ZA Z CE ML'.split(
    ' ',
  )

const tables: Readonly<Record<string, PostalTable>> = {
  US: {
    form: /^\d{5}(\d{4})?$/,
    regions: (code) => {
      const exception = zipExceptions[code.slice(0, 5)] ?? zipExceptions[code.slice(0, 3)]
      if (exception !== undefined) return exception
      const prefix = Number(code.slice(0, 3))
      return zipPrefixes.filter(([, from, to]) => prefix >= from && prefix <= to).map(([state]) => state)
    },
  },
  CA: {
    form: /^[ABCEGHJ-NPRSTVXY]\d[A-Z](\d[A-Z]\d)?$/,
    regions: (code) => {
      const exact = provincesAt(code.slice(0, 3))
      return exact.length > 0 ? exact : provincesAt(code.slice(0, 1))
    },
  },
  ES: {
    form: /^\d{5}$/,
    regions: (code) =>
      spanishProvinces.slice(Number(code.slice(0, 2)) - 1).slice(0, Number(code.slice(0, 2)) > 0 ? 1 : 0),
  },
}

/**
 * The regions in which a postal code (without spaces) may lie. The list has several regions if the code does not decide, and none if the
 * code does not exist. `undefined` if there is no table for the country.
 */
export const regionsOfPostalCode = (country: string, postalCode: string): readonly string[] | undefined => {
  const table = tables[country]
  return table && (table.form.test(postalCode) ? table.regions(postalCode) : [])
}
