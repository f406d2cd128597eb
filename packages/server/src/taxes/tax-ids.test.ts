import { taxIdTypes } from '@billing-checkout/contract'
import { describe, expect, test } from 'vitest'
import { readTaxId, taxIdRules } from './tax-ids.ts'

/** Valid numbers, most of them from documents of tax authorities. The numbers of the EU are sorted by country. */
const right = [
  ['eu_vat', 'ATU13585627'],
  ['eu_vat', 'BE0428759497'],
  ['eu_vat', 'BG175074752'],
  ['eu_vat', 'CY10259033P'],
  ['eu_vat', 'CZ25123891'],
  ['eu_vat', 'DE136695976'],
  ['eu_vat', 'DK13585628'],
  ['eu_vat', 'EE100931558'],
  ['eu_vat', 'EL094259216'],
  ['eu_vat', 'ESB58378431'],
  ['eu_vat', 'ES54362315K'],
  ['eu_vat', 'FI20774740'],
  ['eu_vat', 'FR40303265045'],
  ['eu_vat', 'HR33392005961'],
  ['eu_vat', 'HU12892312'],
  ['eu_vat', 'IE6433435F'],
  ['eu_vat', 'IT00743110157'],
  ['eu_vat', 'LT119511515'],
  ['eu_vat', 'LU15027442'],
  ['eu_vat', 'LV40003521600'],
  ['eu_vat', 'MT11679112'],
  ['eu_vat', 'NL004495445B01'],
  ['eu_vat', 'PL8567346215'],
  ['eu_vat', 'PT501964843'],
  ['eu_vat', 'RO18547290'],
  ['eu_vat', 'SE123456789701'],
  ['eu_vat', 'SI50223054'],
  ['eu_vat', 'SK2022749619'],
  ['au_abn', '83914571673'],
  ['br_cnpj', '16727230000197'],
  ['br_cpf', '39053344705'],
  ['ca_bn', '123026635'],
  ['ch_uid', 'CHE100155212'],
  ['gb_vat', '980780684'],
  ['in_gstin', '27AAPFU0939F1ZV'],
  ['is_vsk', '00621'],
  ['jp_cn', '5835678256246'],
  ['kr_brn', '1168200276'],
  ['mx_rfc', 'GODE561231GR8'],
  ['no_mva', '995525828MVA'],
  ['nz_ird', '49091850'],
  ['sg_uen', '00192200M'],
  ['tr_vkn', '4540536920'],
  ['us_ein', '911144442'],
] as const

/** Kinds without check digits: only their form is checked. */
const unchecked = new Set(['us_ein', 'is_vsk'])

describe('tax identifiers', () => {
  test.each(right)('%s accepts %s', (type, value) => {
    expect(readTaxId({ type, value })).toEqual({ type, value })
  })

  test.each(right.filter(([type]) => !unchecked.has(type)))('%s refuses %s with one digit changed', (type, value) => {
    const at = [...value].findIndex((character, place) => /\d/.test(character) && place >= 4)
    const changed = `${value.slice(0, at)}${(Number(value[at]) + 1) % 10}${value.slice(at + 1)}`

    expect(readTaxId({ type, value: changed })).toBeUndefined()
  })

  test('every kind has an example here, a country and a source', () => {
    expect(new Set(right.map(([type]) => type))).toEqual(new Set(taxIdTypes))
    for (const { country, source } of Object.values(taxIdRules))
      expect(`${country} ${source}`).toMatch(/^[A-Z]{2} https:/)
  })

  test('separators and case are ignored', () => {
    expect(readTaxId({ type: 'eu_vat', value: 'de 136.695-976' })).toEqual({ type: 'eu_vat', value: 'DE136695976' })
  })

  test.each(['', 'DE', 'XX136695976', 'DE136695976\r\nX: y', '١٣٦٦٩٥٩٧٦', 'DE'.repeat(20), '<b>DE136695976'])(
    '%j is not an EU identifier',
    (value) => {
      expect(readTaxId({ type: 'eu_vat', value })).toBeUndefined()
    },
  )
})
