import { describe, expect, test } from 'vitest'
import { regionsToChoose } from './places/regions.ts'
import { taxPlaceOf } from './tax-place.ts'

test.each([
  ['a code', { country: 'US', state: 'CA' }, 'US', 'CA'],
  ['a code in small letters', { country: 'US', state: 'ca' }, 'US', 'CA'],
  ['a code with its country', { country: 'US', state: 'US-CA' }, 'US', 'CA'],
  ['a name', { country: 'US', state: ' new york ' }, 'US', 'NY'],
  ['an abbreviation', { country: 'US', state: 'Calif.' }, 'US', 'CA'],
  ['an abbreviation with points', { country: 'US', state: 'N.Y.' }, 'US', 'NY'],
  ['a name with an accent', { country: 'CA', state: 'Québec' }, 'CA', 'QC'],
  ['a decomposed accent', { country: 'CA', state: 'Que\u0301bec' }, 'CA', 'QC'],
  ['a name in another language of the country', { country: 'CA', state: 'Nouvelle-Écosse' }, 'CA', 'NS'],
  ['a former code', { country: 'CA', state: 'PQ' }, 'CA', 'QC'],
  ['an English name', { country: 'DE', state: 'Bavaria' }, 'DE', 'BY'],
  ['a local name', { country: 'DE', state: 'Bayern' }, 'DE', 'BY'],
  ['a name without the part that ISO puts after the comma', { country: 'ES', state: 'Asturias' }, 'ES', 'AS'],
  ['a name with that part in front', { country: 'ES', state: 'Comunidad de Madrid' }, 'ES', 'MD'],
  ['a name without long vowels', { country: 'IN', state: 'Maharashtra' }, 'IN', 'MH'],
  ['a name in another script', { country: 'GR', state: 'Άγιο Όρος' }, 'GR', '69'],
])('a state is recognised by %s', (_, address, country, state) => {
  expect(taxPlaceOf(address)).toEqual({ country, state, postalCode: null })
})

test.each([
  ['US', '94110', 'CA'],
  ['US', '94110-1234', 'CA'],
  ['US', '06390', 'NY'],
  ['CA', 'K2P 1L4', 'ON'],
  ['CA', 'x0a 0h0', 'NU'],
  ['ES', '28001', 'M'],
  ['ES', '35001', 'GC'],
  ['PT', '9000-001', '30'],
  ['PT', '1000-001', null],
  ['DE', '78266', 'BUESINGEN'],
  ['DE', '10115', null],
])('in %s the postal code %s gives the state %s', (country, postalCode, state) => {
  expect(taxPlaceOf({ country, postal_code: postalCode }).state).toBe(state)
})

describe('an address with a contradiction', () => {
  test.each([
    ['a state of another country', { country: 'US', state: 'BY' }, ['state']],
    ['an unknown state', { country: 'CA', state: 'Atlantis' }, ['state']],
    ['an unknown postal code', { country: 'US', postal_code: '00000' }, ['postal_code']],
    [
      'a state and a postal code that disagree',
      { country: 'US', state: 'NY', postal_code: '94110' },
      ['state', 'postal_code'],
    ],
    [
      'a province and a postal code that disagree',
      { country: 'CA', state: 'QC', postal_code: 'M5V 2T6' },
      ['state', 'postal_code'],
    ],
    [
      'a territory and a postal code of the mainland',
      { country: 'ES', state: 'Canarias', postal_code: '28001' },
      ['state', 'postal_code'],
    ],
  ])('has no state and reports what is wrong: %s', (_, address, faults) => {
    expect(taxPlaceOf(address)).toMatchObject({ state: null, faults })
  })

  test('is decided by its postal code if only the state is unknown', () => {
    expect(taxPlaceOf({ country: 'US', state: 'BY', postal_code: '94110' })).toEqual({
      country: 'US',
      state: 'CA',
      postalCode: '94110',
    })
  })

  test.each([
    ['a government office in Gatineau', { country: 'CA', state: 'QC', postal_code: 'K1A 0B1' }, 'QC'],
    ['a province inside its region', { country: 'ES', state: 'Comunidad de Madrid', postal_code: '28001' }, 'M'],
    ['a ZIP code of two states', { country: 'US', state: 'TX', postal_code: '73901' }, 'TX'],
  ])('is accepted if the postal code may be in either: %s', (_, address, state) => {
    expect(taxPlaceOf(address)).toEqual({ ...taxPlaceOf(address), state, faults: undefined })
  })
})

test.each([
  [{ country: 'US', state: 'Puerto Rico' }, 'PR'],
  [{ country: 'US', postal_code: '00901' }, 'PR'],
  [{ country: 'FR', postal_code: '97400' }, 'RE'],
  [{ country: 'FR', state: 'Guadeloupe' }, 'GP'],
  [{ country: 'FR', postal_code: '97133' }, 'BL'],
  [{ country: 'GB', postal_code: 'IM1 1AA' }, 'IM'],
  [{ country: 'GB', postal_code: 'je2 3ab' }, 'JE'],
  [{ country: 'GB', postal_code: 'BFPO 57' }, 'CY'],
  [{ country: 'FI', state: 'Åland' }, 'AX'],
  [{ country: 'NO', postal_code: '9170' }, 'SJ'],
])('%j is the territory with the country code %s', (address, country) => {
  expect(taxPlaceOf(address)).toMatchObject({ country, state: null })
})

test('a shopper chooses among the smallest regions', () => {
  expect(regionsToChoose('US').map(({ code }) => code)).toEqual(expect.arrayContaining(['CA', 'DC', 'NY']))
  expect(regionsToChoose('US').map(({ code }) => code)).not.toContain('PR')
  expect(regionsToChoose('CA')).toHaveLength(13)
  expect(regionsToChoose('ES')).toHaveLength(52)
  expect(regionsToChoose('VA')).toEqual([])
})
