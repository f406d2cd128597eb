import { expect, test } from 'vitest'
import { registrationFor, type TaxRegistration } from './registration-for.ts'
import { taxPlaceOf } from './tax-place.ts'

const germany: TaxRegistration = { country: 'DE', region: null, behavior: 'inclusive' }
const california: TaxRegistration = { country: 'US', region: 'CA', behavior: 'exclusive' }
const canada: TaxRegistration = { country: 'CA', region: null, behavior: 'exclusive' }
const quebec: TaxRegistration = { country: 'CA', region: 'qc', behavior: 'inclusive' }
const all = [germany, california, canada, quebec]

test.each([
  ['a country', { country: 'DE' }, germany, []],
  ['a country whatever the state', { country: 'DE', state: 'Bayern' }, germany, []],
  ['a state by its code', { country: 'US', state: 'CA' }, california, []],
  ['a state by its name', { country: 'US', state: 'california' }, california, []],
  ['a state with its country', { country: 'US', state: 'US-CA' }, california, []],
  ['a region before its country', { country: 'CA', state: 'Québec' }, quebec, []],
  ['the country if the region is not registered', { country: 'CA', state: 'ON' }, canada, []],
  ['no other state', { country: 'US', state: 'NY' }, null, []],
  ['no other country', { country: 'FR' }, null, []],
  ['nothing while the state is unknown', { country: 'US' }, null, ['state']],
  ['the country while the region is unknown', { country: 'CA' }, canada, ['state']],
  ['nothing while the whole address is unknown', {}, null, ['country']],
])('the registration for %s is found', (_, address, registration, asks) => {
  expect(registrationFor(all, taxPlaceOf(address))).toEqual({ registration, fieldsNeeded: asks })
})

test('an organization without a registration requires no address field', () => {
  expect(registrationFor([], taxPlaceOf(null))).toEqual({ registration: null, fieldsNeeded: [] })
})
