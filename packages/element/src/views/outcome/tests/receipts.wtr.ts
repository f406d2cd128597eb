import { setViewport } from '@web/test-runner-commands'
import { afterEach, expect, test } from '../../../../../../test/support/pages/component-test.ts'
import { aCheckout, aSessionId, type CheckoutWishes } from '../../../../testing/a-checkout.ts'
import { aPayment } from '../../../../testing/a-payment.ts'
import { FakeService } from '../../../../testing/fake-service.ts'
import { mountCheckout, part, typeCard, until } from '../../../../testing/mount-checkout.ts'
import type { BillingCheckout } from '../../../billing-checkout.ts'

afterEach(() => {
  document.body.replaceChildren()
  sessionStorage.clear()
})

const wordsOf = (element: Element | null | undefined) => element?.textContent?.replaceAll(/\s+/g, ' ').trim()
const all = (element: BillingCheckout, name: string) =>
  [...(element.shadowRoot?.querySelectorAll(`[part~='${name}']`) ?? [])].map(wordsOf)
const receiptOf = async (element: BillingCheckout) => {
  await until(() => element.phase === 'paid' && part(element, 'receipt') !== null)
  return wordsOf(part(element, 'receipt'))
}

test('the receipt states the next charge first, then the price after it, each with its date and reasons', async () => {
  const change = { purpose: 'change_plan', proration: 'prorated_next_billing_period' } as const

  const element = await mountCheckout(new FakeService(aCheckout(change)))

  expect(all(element, 'rhythm')).to.deep.equal([
    'Next payment December 6, 2026 · €24.00',
    '€19.00 every month from January 6, 2027',
  ])
  expect(all(element, 'disclosure')[0]).to.match(
    /nothing is charged today\. On December 6, 2026 you pay €24\.00\. From January 6, 2027 you pay €19\.00 every month until/,
  )
  expect(all(element, 'schedule-step')).to.deep.equal([
    'Today Aurora Studio Nothing to pay',
    'December 6, 2026 Next payment €24.00 Aurora Studio €19.00 Rest of the current period €9.50 Credit for unused time (Aurora Sketch) −€4.50',
    'January 6, 2027 every month €19.00',
  ])
})

test('credit that covers the next payments is shown as credit, and not as a payment', async () => {
  const change = { purpose: 'change_plan', isFreeChange: true, amount: 1250 } as const

  const element = await mountCheckout(new FakeService(aCheckout(change)))

  expect(all(element, 'disclosure')[0]).to.match(
    /Your credit covers every payment before January 21, 2027\. On January 21, 2027 you pay €6\.00\. From February 21/,
  )
  expect(all(element, 'schedule-step')[1]).to.contain('December 21, 2026 Covered by your credit €0.00')
  expect(all(element, 'rhythm')[0]).to.equal('Next payment January 21, 2027 · €6.00')
})

const purposes: readonly (readonly [string, CheckoutWishes])[] = [
  ['a subscription', {}],
  ['a free trial', { trial: 'free' }],
  ['a purchase', { purpose: 'pay' }],
  ['a change of plan', { purpose: 'change_plan' }],
  ['what was past due', { purpose: 'recover' }],
]

for (const [title, wishes] of purposes)
  test(`the receipt of ${title} is the same after the payment, a return from the bank, and a reload`, async () => {
    const atOnce = await mountCheckout(new FakeService(aCheckout(wishes)))
    typeCard(atOnce)
    await atOnce.submit()
    const receipt = await receiptOf(atOnce)

    const returned = new FakeService(aCheckout({ ...wishes, phase: 'processing', payment: aPayment('PENDING') }))
    returned.polled = { kind: 'ok', value: aPayment('SETTLING') }
    const afterReturn = await receiptOf(await mountCheckout(returned))
    const completed = aCheckout({ ...wishes, phase: 'completed', payment: aPayment('SETTLING') })
    const afterReload = await receiptOf(await mountCheckout(new FakeService(completed)))

    expect(receipt).to.match(/^Northern Light \w+ \d+, \d{4} /)
    expect(wordsOf(part(atOnce, 'receipt-number'))).to.equal(aPayment('SETTLING').id)
    expect(receipt).to.contain('•••• 4242')
    expect(receipt).to.contain(aCheckout(wishes).quote_display?.due_now.formatted_amount)
    if (wishes.purpose !== 'pay') expect(receipt).to.contain('Next payment')
    expect(afterReturn).to.equal(receipt)
    expect(afterReload).to.equal(receipt)
  })

test('a free change names the card for later payments, also after a reload', async () => {
  const wishes = { purpose: 'resume' } as const
  const atOnce = await mountCheckout(new FakeService(aCheckout(wishes)))
  await atOnce.submit()
  const receipt = await receiptOf(atOnce)

  const afterReload = await mountCheckout(new FakeService(aCheckout({ ...wishes, phase: 'completed' })))

  expect(receipt).to.match(/^Plan Aurora Studio Payment method Visa •••• 4242 Next payment December 6, 2026 €19\.00$/)
  expect(receipt).not.to.contain('Paid today')
  expect(await receiptOf(afterReload)).to.equal(receipt)
})

test('a shopper who pays in a second tab finds the receipt of the first', async () => {
  const service = new FakeService()
  const completed = aCheckout({ phase: 'completed', payment: aPayment('SETTLING') })
  service.checkouts = [
    { kind: 'ok', value: aCheckout() },
    { kind: 'ok', value: completed },
  ]
  service.payments = [{ kind: 'refused', code: 'session_completed' }]
  const element = await mountCheckout(service)
  typeCard(element)

  await element.submit()

  expect(await receiptOf(element)).to.equal(await receiptOf(await mountCheckout(new FakeService(completed))))
})

test('a shopper who returns while the payment is checked sees its amount, the next date and the method', async () => {
  const element = await mountCheckout(new FakeService(aCheckout({ phase: 'processing', payment: aPayment('PENDING') })))

  await until(() => element.phase === 'checking' && part(element, 'receipt') !== null)

  expect(all(element, 'amount')).to.deep.equal(['€19.00'])
  expect(all(element, 'schedule-step')[1]).to.equal('December 21, 2026 Next payment €19.00')
  expect(all(element, 'receipt')).to.deep.equal(['Payment method Visa •••• 4242'])
})

test('a receipt names an account at another company by the detail that its holder knows', async () => {
  const details = { payer_info: { email: 'm•••@example.com', first_name: null, last_name: null, payer_id: null } }
  const payment = aPayment('SETTLING')
  const method = { ...payment.payment_method!, type: 'PAYPAL' as const, details }
  const completed = aCheckout({ phase: 'completed', payment: { ...payment, payment_method: method } })

  const element = await mountCheckout(new FakeService(completed))

  expect(await receiptOf(element)).to.contain('PayPal m•••@example.com')
})

test('a decline after a return is shown, and the price is requested again', async () => {
  const service = new FakeService(aCheckout({ phase: 'processing', payment: aPayment('PENDING') }))
  const element = await mountCheckout(service)
  const declined = aPayment('DECLINED', 'insufficient_funds')
  service.checkouts = [{ kind: 'ok', value: aCheckout({ payment: declined, hash: 'fresh' }) }]
  service.polled = { kind: 'ok', value: declined }

  await until(() => element.phase === 'declined')

  typeCard(element)
  await element.submit()
  expect(service.attempts[0]?.request.expected?.quote).to.equal('fresh')
  expect(element.sessionId).to.equal(aSessionId)
})

const anUnwantedPayment = () => {
  const payment = aPayment('SETTLING')
  return { ...payment, status_reason: { ...payment.status_reason!, status: 'unwanted' } }
}
const outcomeIn = async (element: BillingCheckout) => {
  await until(() => part(element, 'outcome-title') !== null && part(element, 'receipt')?.textContent !== '')
  return [part(element, 'outcome-title'), part(element, 'outcome-body'), part(element, 'receipt')].map(wordsOf)
}
const goesBack = { amount: 1900, formatted_amount: '€19.00' }
const saysWhatGoesBack = [
  'This payment was not needed',
  'What it was for was already settled or has changed. The money goes back to you automatically; this can take a few days.',
  'Refund €19.00 Payment method Visa •••• 4242',
]

test('a payment that was not needed is shown with the refunded amount and the method it goes to', async () => {
  const service = new FakeService(aCheckout({ phase: 'expired', payment: anUnwantedPayment(), unwanted: goesBack }))

  const element = await mountCheckout(service)
  await until(() => part(element, 'receipt') !== null)

  expect(await outcomeIn(element)).to.deep.equal(saysWhatGoesBack)
})

test('a payment that was no longer needed is shown as such at once, and not as paid', async () => {
  const service = new FakeService(aCheckout())
  const element = await mountCheckout(service)
  let paid = 0
  element.addEventListener('billing-paid', () => (paid += 1))
  typeCard(element)
  service.payments = [{ kind: 'ok', value: anUnwantedPayment() }]
  service.checkouts = [
    { kind: 'ok', value: aCheckout({ phase: 'expired', payment: anUnwantedPayment(), unwanted: goesBack }) },
  ]

  await element.submit()
  await until(() => part(element, 'receipt') !== null)

  expect(await outcomeIn(element)).to.deep.equal(saysWhatGoesBack)
  expect([element.phase, paid, all(element, 'schedule').length]).to.deep.equal(['expired', 0, 0])
})

test('a card that was verified for nothing was not charged', async () => {
  const unwanted = { amount: 0, formatted_amount: '€0.00' }
  const payment = { ...anUnwantedPayment(), amount: 0 }

  const element = await mountCheckout(new FakeService(aCheckout({ phase: 'expired', payment, unwanted })))
  await until(() => part(element, 'outcome-title') !== null)

  expect(wordsOf(part(element, 'outcome-body'))).to.equal('You have not been charged.')
  expect(part(element, 'receipt')).to.equal(null)
})

test('a session that expired after a decline mentions no refund', async () => {
  const payment = aPayment('DECLINED', 'insufficient_funds')

  const element = await mountCheckout(new FakeService(aCheckout({ phase: 'expired', payment })))
  await until(() => part(element, 'outcome-title') !== null)

  expect(wordsOf(part(element, 'outcome-title'))).to.equal('This checkout has expired')
  expect(part(element, 'receipt')).to.equal(null)
})

for (const width of [280, 360])
  test(`on a phone the receipt has the height of its text, and each of its rows is one row (${width})`, async () => {
    await setViewport({ width, height: 740 })
    const element = await mountCheckout(new FakeService(aCheckout()))
    typeCard(element)
    await element.submit()
    await receiptOf(element)
    await element.updateComplete

    const panel = part(element, 'panel')!.getBoundingClientRect()
    const receipt = part(element, 'receipt')!
    expect(part(element, 'outcome-icon')!.getBoundingClientRect().top - panel.top).to.be.lessThan(100)
    expect(panel.bottom - part(element, 'receipt-number')!.getBoundingClientRect().bottom).to.be.lessThan(100)
    const rows = [...receipt.querySelectorAll('.line')]
    expect(wordsOf(rows.at(-1))).to.equal('Next payment December 21, 2026 €19.00')
    for (const row of rows) {
      const [label, value] = [...row.children].map((child) => child.getBoundingClientRect())
      expect(Math.min(label!.bottom, value!.bottom)).to.be.greaterThan(Math.max(label!.top, value!.top))
      expect(value!.right).closeTo(receipt.getBoundingClientRect().right, 1)
    }
    await setViewport({ width: 1100, height: 800 })
  })
