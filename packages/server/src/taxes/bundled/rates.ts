import type { CountryCode } from '@billing-checkout/contract'
import type { TaxPart } from '@billing-checkout/domain'

/** Where a rate was found, and the date of that source. */
export interface TaxRateSource {
  readonly source: string
  readonly checked: string
}

/** The rate of a country, or of one of its regions. */
export interface BundledTaxRate extends TaxRateSource {
  readonly country: CountryCode
  readonly region: string | null
  readonly parts: readonly TaxPart[]
  /** The first and last day on which the rate is law; null: no limit. */
  readonly from: string | null
  readonly until: string | null
}

const tedb: TaxRateSource = {
  source: 'European Commission, Taxes in Europe Database, in the data set eu-vat-rates-data of 2026-04-28',
  checked: '2026-04-28',
}
const avalara: TaxRateSource = {
  source: 'Avalara, Global VAT and GST on digital services, 2026-02-26',
  checked: '2026-02-26',
}
const worldwide: TaxRateSource = {
  source: 'determinedai.co, Worldwide VAT, GST and sales tax rates, 2026-01-01',
  checked: '2026-01-01',
}
const calculariva: TaxRateSource = {
  source: 'sales-tax 2.23.0 (2026-05-19), confirmed by calculariva.app, VAT rates for 2025',
  checked: '2026-05-19',
}
const jurisdictions: TaxRateSource = {
  source: 'sales-tax 2.23.0 (2026-05-19), confirmed by incorporate.ltd, VAT / GST across jurisdictions',
  checked: '2026-05-19',
}
const africa: TaxRateSource = {
  source: 'sales-tax 2.23.0 (2026-05-19), confirmed by vatupdate.com, VAT rates in Africa',
  checked: '2026-05-19',
}
const worldwideGuide: TaxRateSource = {
  source: 'sales-tax 2.23.0 (2026-05-19), confirmed by EY, Worldwide VAT, GST and sales tax guide',
  checked: '2026-05-19',
}
const gulf: TaxRateSource = { source: 'yasmico.com, GCC VAT framework, March 2026', checked: '2026-03-01' }
const landedCost: TaxRateSource = { source: 'findlandedcost.com, VAT rates by country 2026', checked: '2026-01-31' }
const canada: TaxRateSource = {
  source: 'Canada Revenue Agency, GST/HST rates, and the provinces, in sales-tax 2.23.0 and avalara.com of 2025-12-24',
  checked: '2026-05-19',
}

type Limits = Partial<Pick<BundledTaxRate, 'from' | 'until'>>

const row = (
  source: TaxRateSource,
  country: CountryCode,
  region: string | null,
  parts: readonly TaxPart[],
  limits: Limits = {},
): BundledTaxRate => ({ ...source, country, region, parts, from: null, until: null, ...limits })

/** Parses rows of one source with one tax each: `DE 0.19, PT-20 0.16`. */
const rows = (source: TaxRateSource, text: string, limits?: Limits): readonly BundledTaxRate[] =>
  text.split(', ').map((entry) => {
    const [place = '', rate = ''] = entry.split(' ')
    const [country = '', region] = place.split('-')
    return row(source, country as CountryCode, region ?? null, [{ rate, name: null }], limits)
  })

const gst = { rate: '0.05', name: 'GST' }

/**
 * Standard rates of value-added and similar taxes. The rate of a place without a row is unknown; if tax is due there, `tax_failure` decides
 * whether a sale is refused. The rows override the rates of the library `sales-tax`, which have no dates. Twelve of them were outdated, so
 * rates in the sixteen countries that only the library has are unknown. Rates of the USA come from the operator's file.
 */
export const bundledTaxRates: readonly BundledTaxRate[] = [
  ...rows(
    tedb,
    'AT 0.2, BE 0.21, BG 0.2, CY 0.19, CZ 0.21, DE 0.19, DK 0.25, EE 0.24, ES 0.21, FI 0.255, FR 0.2, GR 0.24, HR 0.25, ' +
      'HU 0.27, IE 0.23, IT 0.22, LT 0.21, LU 0.17, LV 0.21, MT 0.18, NL 0.21, PL 0.23, PT 0.23, RO 0.21, SE 0.25, SI 0.22, ' +
      'SK 0.23, AD 0.045, AL 0.2, BA 0.17, CH 0.081, GB 0.2, GE 0.18, IS 0.24, LI 0.081, MC 0.2, MD 0.2, ME 0.21, MK 0.18, ' +
      'NO 0.25, RS 0.2, TR 0.2, UA 0.2, XK 0.18',
  ),
  // Regions of the European Union with their own rates; the Taxes in Europe Database lists them among their country's reduced rates.
  ...rows(tedb, 'PT-20 0.16, PT-30 0.22, AT-JUNGHOLZ 0.19, AT-MITTELBERG 0.19, GP 0.085, MQ 0.085, RE 0.085'),
  ...rows(
    {
      source: 'Ley 4/2012 of the Canary Islands, article 51 (IGIC), in sales-tax 2.23.0 and supercontable.com',
      checked: '2026-05-19',
    },
    'ES-CN 0.07',
  ),
  ...rows(
    avalara,
    'DZ 0.19, AO 0.14, AR 0.21, AM 0.2, AU 0.1, AZ 0.18, BS 0.1, BH 0.1, BD 0.15, BY 0.2, CM 0.1925, CL 0.19, CN 0.13, CO 0.19, ' +
      'CR 0.13, EC 0.15, EG 0.14, FJ 0.15, IN 0.18, ID 0.11, IL 0.18, JP 0.1, KE 0.16, MY 0.08, MU 0.15, MX 0.16, MA 0.2, NZ 0.15, ' +
      'NG 0.075, OM 0.05, PY 0.1, PE 0.18, PH 0.12, RU 0.22, SA 0.15, SG 0.09, ZA 0.15, KR 0.1, TW 0.05, TJ 0.14, TZ 0.18',
  ),
  ...rows(worldwide, 'AI 0.13, AG 0.17, BB 0.175, BT 0.05, BO 0.1494'),
  ...rows(calculariva, 'DO 0.18, SV 0.13, GT 0.12, HN 0.15, NI 0.15, PA 0.07, PR 0.115, UY 0.22'),
  ...rows(jurisdictions, 'JO 0.16, LB 0.11, TN 0.19'),
  ...rows(africa, 'MG 0.2, NA 0.15, RW 0.18, UG 0.18, ZM 0.16'),
  ...rows(worldwideGuide, 'CW 0.06, JE 0.05, MN 0.1'),
  ...rows(gulf, 'AE 0.05'),
  ...rows(landedCost, 'VN 0.1'),
  ...rows(
    {
      source: 'Department of State Revenue of Kazakhstan on the Tax Code of 2025-07-18, 2025-12-22',
      checked: '2025-12-22',
    },
    'KZ 0.16',
    { from: '2026-01-01' },
  ),
  ...rows(
    {
      source: 'Gazette 2363/22 of Sri Lanka; Daily News (Sri Lanka) of 2025-07-07 on VAT Act 4 of 2025',
      checked: '2025-07-07',
    },
    'LK 0.18',
    { from: '2024-01-01' },
  ),
  ...rows(
    {
      source: 'Finance (Supplementary) Act 2023 of Pakistan; ARY News of 2025-06-10 on the budget of 2025–26',
      checked: '2025-06-10',
    },
    'PK 0.18',
    { from: '2023-02-15' },
  ),
  row(
    {
      source: 'Ghana Revenue Authority on VAT Act 1151 (15 % VAT, 2.5 % NHIL, 2.5 % GETFund), 2026-01-01',
      checked: '2026-01-01',
    },
    'GH',
    null,
    [
      { rate: '0.15', name: 'VAT' },
      { rate: '0.025', name: 'NHIL' },
      { rate: '0.025', name: 'GETFund' },
    ],
    { from: '2026-01-01' },
  ),
  ...rows(
    { source: 'Zimbabwe Revenue Authority, public notice, in vatupdate.com of 2026-01-31', checked: '2026-01-31' },
    'ZW 0.155',
    { from: '2026-01-01' },
  ),
  // A royal decree reduces the rate of 10 % for one year at a time; the rate after this year is unknown.
  ...rows(
    { source: 'Nishimura & Asahi on the royal decree of 2025 of Thailand, 2025-10-22', checked: '2025-10-22' },
    'TH 0.07',
    { from: '2025-10-01', until: '2026-09-30' },
  ),
  row(canada, 'CA', null, [gst]),
  ...['AB', 'NT', 'NU', 'YT'].map((province) => row(canada, 'CA', province, [gst])),
  row(canada, 'CA', 'BC', [gst, { rate: '0.07', name: 'PST' }]),
  row(canada, 'CA', 'MB', [gst, { rate: '0.07', name: 'RST' }]),
  row(canada, 'CA', 'SK', [gst, { rate: '0.06', name: 'PST' }]),
  row(canada, 'CA', 'QC', [gst, { rate: '0.09975', name: 'QST' }]),
  ...['NB', 'NL', 'PE'].map((province) => row(canada, 'CA', province, [{ rate: '0.15', name: 'HST' }])),
  row(canada, 'CA', 'NS', [{ rate: '0.14', name: 'HST' }], { from: '2025-04-01' }),
  row(canada, 'CA', 'ON', [{ rate: '0.13', name: 'HST' }]),
]

/** Countries in which no rate applies until the region is known. */
export const countriesNeedingRegion: ReadonlySet<string> = new Set(['CA', 'US'])
