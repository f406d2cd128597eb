import type { Dispute, List, Payment } from '@billing-checkout/client'
import { expect, test } from 'vitest'
import { type Language, messagesIn } from '../languages/languages.ts'
import type { Visit } from '../visit.ts'
import { ordersPage } from './orders-page.ts'

const at = '2026-11-21T12:00:00.000Z'
const payment = {
  id: 'pay_01890a5d-ac96-774b-bcce-b302a0000001',
  amount: 1900,
  currency_code: 'EUR',
  refunded_amount: 500,
  payment_status: 'SETTLED',
  customer: { email: 'mina@example.com' },
  metadata: {},
  created_at: at,
} as Payment
const dispute: Dispute = {
  id: 'dp_01890a5d-ac96-774b-bcce-b302a0000002',
  payment_id: payment.id,
  amount: 1400,
  currency: 'EUR',
  reason: 'product_not_received',
  status: 'needs_response',
  evidence_due_at: '2026-12-05T12:00:00.000Z',
  created_at: at,
  updated_at: at,
  metadata: {},
}
const listOf = <Row>(...data: Row[]): List<Row> => ({ data, meta: { total: data.length } }) as List<Row>

const officeIn = (language: Language, disputes: List<Dispute>): string => {
  const words = messagesIn(language)
  const visit: Visit = { language, words, country: 'US', shopper: null, nonce: '' }
  const time = { now: at, subscriptions: [], last: null, back: '/orders' }
  const lists = { subscriptions: listOf<never>(), disputes, deliveries: listOf<never>() }
  return ordersPage(visit, listOf(payment), lists, time).body.markup.replaceAll(/\s+/g, ' ')
}

test.each([
  ['en', 'Disputes', 'not delivered', 'needs a response'],
  ['de', 'Reklamationen', 'nicht geliefert', 'wartet auf Antwort'],
] as const)(
  'the back office in %s shows a dispute with its reason, its payment and until when evidence is taken',
  (...told) => {
    const [language, ...words] = told
    const office = officeIn(language, listOf(dispute))

    for (const word of [...words, '14', `/orders/payments/${payment.id}`]) expect(office).toContain(word)
    expect(office).toMatch(/Dec\w* 5|5\. Dez/)
  },
)

test('the back office shows what was returned of a payment, whoever returned it, and that nobody disputes', () => {
  const office = officeIn('en', listOf())

  expect(office).toContain('€5.00 returned')
  expect(office).toContain('Nobody has disputed a payment.')
})
