import { expect, test } from 'vitest'
import { examples } from '#contract/examples/index.ts'
import { csvOfPayments } from '#server/cli/support/csv-of-payments.ts'

const payment = examples.findPayment.answer as object & { readonly customer: object }

test('an export has a header line, and as many cells in each row', () => {
  const [names, row, rest] = csvOfPayments([payment]).split('\r\n')

  expect(names).toContain('id,created_at,payment_status')
  expect(row).toContain('mina@example.com')
  expect(row!.split(',')).toHaveLength(names!.split(',').length)
  expect(rest).toBe('')
})

test('a text that a spreadsheet would run is escaped, and one with a comma or quotes stays in one cell', () => {
  const by = (email: string) =>
    csvOfPayments([{ ...payment, customer: { ...payment.customer, email } }], { withNames: false })

  expect(by('=1+1@example.com')).toContain(",'=1+1@example.com,")
  expect(by('+49 30')).toContain(",'+49 30,")
  expect(by('a "b", c@example.com')).toContain(',"a ""b"", c@example.com",')
})
