import type { Dispute, List, Payment } from '@billing-checkout/client'
import { expect, test } from 'vitest'
import { type Language, messagesIn } from '../languages/languages.ts'
import type { Visit } from '../visit.ts'
import { paidWith } from '../paid-with.ts'
import { readOfficeView } from '../office-view.ts'
import { formatMoney, parseMoney } from '../format.ts'
import { ordersPage } from './orders-page.ts'

const at = '2026-11-21T12:00:00.000Z'
const payment = {
  id: 'pay_01890a5d-ac96-774b-bcce-b302a0000001',
  amount: 1900,
  currency_code: 'EUR',
  refunded_amount: 500,
  payment_status: 'SETTLED',
  customer: { id: 'cus_mina', email: 'mina@example.com' },
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
const listOf = <Row>(...data: Row[]): List<Row> =>
  ({ data, meta: { limit: 20, page: 1, pages: 1, total: data.length } }) as List<Row>

const visitIn = (language: Language): Visit => ({
  language,
  words: messagesIn(language),
  country: 'US',
  shopper: null,
  nonce: '',
})

const officeIn = (
  language: Language,
  disputes: List<Dispute> | null,
  asked = {},
  payments = listOf(payment),
): string => {
  const time = { now: at, subscriptions: [], last: null, inbox: null, back: '/orders' }
  const [subscriptions, customers] = [listOf<never>(), listOf<never>()]
  const lists = { payments, subscriptions, customers, disputes, deliveries: null }
  return ordersPage(visitIn(language), readOfficeView(asked), lists, time).body.markup.replaceAll(/\s+/g, ' ')
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

test('the back office shows the refunded amount of a payment, and that no payment is disputed', () => {
  const office = officeIn('en', listOf())

  expect(office).toContain('€5.00 returned')
  expect(office).toContain('Nobody has disputed a payment.')
})

test('the back office leads to the customer, and to the other pages of a list as they were', () => {
  const second = { data: [payment], meta: { limit: 20, page: 2, pages: 3, total: 41, snapshot_at: at } }
  const office = officeIn('en', null, { search: 'mina', at, payments: '2', customers: '0', subscriptions: 'x' }, second)

  expect(office).toContain('href="/orders/customers/cus_mina"')
  expect(office).toContain('21–21 of 41')
  const query = 'search=mina&#38;at=2026-11-21T12%3A00%3A00.000Z'
  expect(office).toMatch(new RegExp(`href="/orders\\?${query}#payments">\\s*Newer`))
  expect(office).toMatch(new RegExp(`href="/orders\\?${query}&#38;payments=3#payments">\\s*Older`))
})

test('a search shows what can be searched, and says when nothing was found', () => {
  const office = officeIn('en', null, { search: '<mina>' }, listOf())

  expect(office).toContain('value="&#60;mina&#62;"')
  expect(office).toContain('Nothing was found.')
  expect(office).not.toContain('Let time pass')
  expect(office).not.toContain('Disputes')
})

const none = { id: 'pm_1', billing_address: null }
const payer = { email: null, first_name: null, last_name: null, payer_id: null }
test.each([
  ['the card ending 4242', { ...none, type: 'CARD', details: { last4: '4242' } }],
  ['the card ending 4242', { ...none, type: 'APPLE_PAY', details: { last4: '4242' } }],
  [
    'the account a@example.com',
    { ...none, type: 'PAYPAL', details: { payer_info: { ...payer, email: 'a@example.com' } } },
  ],
  [
    'the account Mina Okafor',
    { ...none, type: 'PAYPAL', details: { payer_info: { ...payer, first_name: 'Mina', last_name: 'Okafor' } } },
  ],
  ['the account PayPal', { ...none, type: 'PAYPAL', details: { payer_info: payer } }],
  ['the account @mina', { ...none, type: 'VENMO', details: { username: '@mina' } }],
  ['the account $mina', { ...none, type: 'CASHAPP', details: { cashtag: '$mina' } }],
  [null, null],
])('what was charged reads “%s”', (words, method) => {
  expect(paidWith(messagesIn('en'), method as Payment['payment_method'])).toBe(words)
})

test.each([
  ['5', 'EUR', 500],
  ['5,5', 'EUR', 550],
  ['5.05', 'EUR', 505],
  ['5.005', 'EUR', null],
  ['5.005', 'IQD', 5005],
  ['500', 'JPY', 500],
  ['5.5', 'JPY', null],
  ['-5', 'EUR', null],
  ['five', 'EUR', null],
] as const)('%s %s typed into the form of a refund is %s minor units', (text, currency, amount) => {
  expect(parseMoney(text, currency)).toBe(amount)
  if (amount !== null) expect(formatMoney(amount, currency, 'en')).toContain(text.split(/[.,]/)[0]!)
})
