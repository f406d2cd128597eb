import type { TaxId, TaxIdType } from '@billing-checkout/contract'
import { required } from '@billing-checkout/domain'
import { stdnum } from 'stdnum'

/** How identifiers of a kind are checked, with the source of the rule. */
interface TaxIdRule {
  /** The country that issues them; `EU`: several. */
  readonly country: string
  readonly check: Check
  readonly source: string
  /** When we last compared the rule with its source. */
  readonly date: string
}

/** Checks the form and check digits of a number. */
type Check = (value: string) => boolean

/** The package's check for a kind of number in a country. Throws if the package has none. */
const checkOf = (country: string, name: string): Check => {
  const validator = required(stdnum[country]?.[name], `check of ${name} of`, country)
  return (value) => validator.validate(value).isValid
}

/** The checks of VAT identification numbers in the European Union, by the prefix of the number, which names the country. */
const euVat: Readonly<Record<string, Check>> = {
  AT: checkOf('AT', 'uid'),
  BE: checkOf('BE', 'vat'),
  BG: checkOf('BG', 'vat'),
  CY: checkOf('CY', 'vat'),
  CZ: checkOf('CZ', 'dic'),
  DE: checkOf('DE', 'vat'),
  DK: checkOf('DK', 'cvr'),
  EE: checkOf('EE', 'kmkr'),
  EL: checkOf('GR', 'vat'),
  ES: checkOf('ES', 'nif'),
  FI: checkOf('FI', 'alv'),
  FR: checkOf('FR', 'tva'),
  HR: checkOf('HR', 'oib'),
  HU: checkOf('HU', 'anum'),
  IE: checkOf('IE', 'vat'),
  IT: checkOf('IT', 'iva'),
  LT: checkOf('LT', 'pvm'),
  LU: checkOf('LU', 'tva'),
  LV: checkOf('LV', 'pvn'),
  MT: checkOf('MT', 'vat'),
  NL: checkOf('NL', 'btw'),
  PL: checkOf('PL', 'nip'),
  PT: checkOf('PT', 'nif'),
  RO: checkOf('RO', 'cif'),
  SE: checkOf('SE', 'vat'),
  SI: checkOf('SI', 'ddv'),
  SK: checkOf('SK', 'dph'),
}

const date = '2026-11-29'

/** Every kind of tax identifier; forms and check digits are checked by the package `stdnum`. */
export const taxIdRules: Readonly<Record<TaxIdType, TaxIdRule>> = {
  eu_vat: {
    country: 'EU',
    check: (value) => euVat[value.slice(0, 2)]?.(value.slice(2)) ?? false,
    source: 'https://ec.europa.eu/taxation_customs/vies/#/faq',
    date,
  },
  au_abn: { country: 'AU', check: checkOf('AU', 'abn'), source: 'https://abr.business.gov.au/Help/AbnFormat', date },
  br_cnpj: { country: 'BR', check: checkOf('BR', 'cnpj'), source: 'https://www.gov.br/receitafederal', date },
  br_cpf: { country: 'BR', check: checkOf('BR', 'cpf'), source: 'https://www.gov.br/receitafederal', date },
  ca_bn: { country: 'CA', check: checkOf('CA', 'bn'), source: 'https://www.canada.ca/en/revenue-agency.html', date },
  ch_uid: { country: 'CH', check: checkOf('CH', 'uid'), source: 'https://www.uid.admin.ch', date },
  gb_vat: { country: 'GB', check: checkOf('GB', 'vat'), source: 'https://www.gov.uk/check-uk-vat-number', date },
  in_gstin: { country: 'IN', check: checkOf('IN', 'gstin'), source: 'https://www.gst.gov.in', date },
  is_vsk: { country: 'IS', check: checkOf('IS', 'vsk'), source: 'https://www.skatturinn.is', date },
  jp_cn: { country: 'JP', check: checkOf('JP', 'cn'), source: 'https://www.houjin-bangou.nta.go.jp', date },
  kr_brn: { country: 'KR', check: checkOf('KR', 'brn'), source: 'https://www.nts.go.kr', date },
  mx_rfc: { country: 'MX', check: checkOf('MX', 'rfc'), source: 'https://www.sat.gob.mx', date },
  no_mva: { country: 'NO', check: checkOf('NO', 'mva'), source: 'https://www.brreg.no', date },
  nz_ird: { country: 'NZ', check: checkOf('NZ', 'ird'), source: 'https://www.ird.govt.nz', date },
  sg_uen: { country: 'SG', check: checkOf('SG', 'uen'), source: 'https://www.uen.gov.sg', date },
  tr_vkn: { country: 'TR', check: checkOf('TR', 'vkn'), source: 'https://www.gib.gov.tr', date },
  us_ein: { country: 'US', check: checkOf('US', 'ein'), source: 'https://www.irs.gov/businesses', date },
}

/** Normalizes a tax identifier for storage: upper case, without separators; `undefined` if its form or its check digits are wrong. */
export const readTaxId = ({ type, value }: TaxId): TaxId | undefined => {
  const compact = value
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s.\-/]/g, '')
  return /^[\dA-Z&Ñ+*]{4,20}$/.test(compact) && taxIdRules[type].check(compact) ? { type, value: compact } : undefined
}
