/** Kinds of tax identifiers, each prefixed with the issuing country. An `eu_vat` identifier itself begins with its country's prefix. */
export const taxIdTypes = [
  'eu_vat',
  'au_abn',
  'br_cnpj',
  'br_cpf',
  'ca_bn',
  'ch_uid',
  'gb_vat',
  'in_gstin',
  'is_vsk',
  'jp_cn',
  'kr_brn',
  'mx_rfc',
  'no_mva',
  'nz_ird',
  'sg_uen',
  'tr_vkn',
  'us_ein',
] as const

/** One kind of tax identifier. */
export type TaxIdType = (typeof taxIdTypes)[number]
