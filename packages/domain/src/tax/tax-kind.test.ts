import type { CountryCode, TaxKind } from '@billing-checkout/contract'
import { expect, test } from 'vitest'
import { taxKindAt } from './tax-kind.ts'

test.each([
  ['DE', null, 'vat'],
  ['GB', null, 'vat'],
  ['CH', null, 'vat'],
  ['MX', null, 'vat'],
  ['KR', null, 'vat'],
  ['AU', null, 'gst'],
  ['IN', 'KA', 'gst'],
  ['CA', null, 'gst'],
  ['CA', 'AB', 'gst'],
  ['CA', 'ON', 'hst'],
  ['CA', 'QC', 'qst'],
  ['CA', 'BC', 'other'],
  ['US', 'CA', 'sales_tax'],
  ['JP', null, 'consumption_tax'],
  ['ES', 'MD', 'vat'],
  ['ES', 'GC', 'other'],
  ['PE', null, 'other'],
  ['BR', 'SP', 'other'],
] as const satisfies readonly (readonly [CountryCode, string | null, TaxKind])[])(
  'the tax in %s, %s, is %s',
  (country, state, kind) => {
    expect(taxKindAt({ country, state })).toBe(kind)
  },
)
