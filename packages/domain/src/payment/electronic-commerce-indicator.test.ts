import { expect, test } from 'vitest'
import { electronicCommerceIndicator } from './electronic-commerce-indicator.ts'

test.each([
  ['visa', 'authenticated', '05', true],
  ['visa', 'attempted', '06', true],
  ['visa', 'not_authenticated', '07', false],
  ['american-express', 'authenticated', '05', true],
  ['mastercard', 'authenticated', '02', true],
  ['mastercard', 'attempted', '01', true],
  ['mastercard', 'not_authenticated', '00', false],
  ['maestro', 'authenticated', '02', true],
] as const)('the indicator of %s for %s is %s, liability shift %s', (brand, result, value, liabilityShift) => {
  expect(electronicCommerceIndicator(brand, result)).toEqual({ value, result, liability_shift: liabilityShift })
})
