import { expect, test } from 'vitest'
import { scrubValue, identifyingWordsOf } from './scrub.ts'

test('codes, digits and identifiers stay even if they equal a part of the person’s name', () => {
  const words = identifyingWordsOf(['Approved Card', 'Visa Settled', '4242', 'fraudulent'])
  const told = {
    kind: 'approved',
    payment_status: 'SETTLED',
    processor_transaction_id: '4242',
    payment_method: { type: 'CARD', details: { last4: '4242', bin_data: { brand: 'visa' } } },
  }

  expect(scrubValue({ ...told, status: 'approved', code: 'Card' }, words)).toEqual({
    ...told,
    status: 'approved',
    code: 'Card',
  })
})

test('a person’s words are removed from a sentence, even in a member for codes', () => {
  const words = identifyingWordsOf(['Approved Card', 'card@example.com'])

  const scrubbed = scrubValue(
    { message: 'Approved Card called.', token: 'of card@example.com', label: 'Approved' },
    words,
  )

  expect(scrubbed).toEqual({ message: '[erased] called.', token: 'of [erased]', label: '[erased]' })
})

test('the result of a bank’s address check stays, the address is removed', () => {
  const avs = { postalCode: 'pass', streetAddress: 'fail' }

  const scrubbed = scrubValue(
    { avs, billingAddress: { postalCode: '4242', country: 'CH' } },
    identifyingWordsOf(['pass', 'fail']),
  )

  expect(scrubbed).toEqual({ avs, billingAddress: { postalCode: null, country: 'CH' } })
})
