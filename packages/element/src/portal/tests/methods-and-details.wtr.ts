import { afterEach, expect, test } from '../../../../../test/support/pages/component-test.ts'
import { aPortal, aPortalSubscription } from '../../../testing/a-portal.ts'
import { part } from '../../../testing/mount-checkout.ts'
import { FakePortalService, inPortal, mountPortal, press } from '../../../testing/mount-portal.ts'

afterEach(() => document.body.replaceChildren())

const words = (element: Element, name: string) => part(element, name)?.textContent?.replaceAll(/\s+/g, ' ').trim()
const field = (element: Parameters<typeof inPortal>[0], name: string) =>
  inPortal(element, `field-${name}`) as HTMLInputElement

test('the method of every subscription is marked, and one press replaces it with another', async () => {
  const service = new FakePortalService()
  const portal = await mountPortal(service)
  const noted = inPortal(portal, 'method-pm_visa')?.textContent

  await press(portal, 'choose-pm_master')

  expect(noted).to.contain('Current · Expires 08/29')
  expect(inPortal(portal, 'choose-pm_visa')).to.equal(null)
  expect(service.sent.map(({ body }) => body)).to.deep.equal([
    { subscription: { id: 'sub_1', payment_method_id: 'pm_master' } },
  ])
  expect(words(portal, 'notice')).to.equal('The payment method has been changed.')
})

test('a method can be chosen for active subscriptions and trials, and not for one that would be charged at once', async () => {
  const statuses = ['active', 'trial', 'past_due', 'scheduled_for_cancellation', 'cancelled'] as const
  const subscriptions = statuses.map((status, place) => aPortalSubscription({ id: `sub_${place}`, status }))
  const service = new FakePortalService(aPortal({ subscriptions }))
  const portal = await mountPortal(service)

  await press(portal, 'choose-pm_master')

  const chosen = service.sent.map(({ body }) => (body as { subscription: { id: string } }).subscription.id)
  expect(chosen).to.deep.equal(['sub_0', 'sub_1'])
})

test('a customer with only an overdue payment is offered to pay it, and no other method for it', async () => {
  const overdue = aPortalSubscription({ status: 'past_due' })
  const portal = await mountPortal(new FakePortalService(aPortal({ subscriptions: [overdue] })))

  expect(inPortal(portal, `pay-${overdue.id}`)).not.to.equal(null)
  expect(inPortal(portal, 'choose-pm_master')).to.equal(null)
})

test('a method is removed after its consequence was shown', async () => {
  const service = new FakePortalService()
  const portal = await mountPortal(service)

  await press(portal, 'remove-pm_master')
  const asked = words(portal, 'task')
  await press(portal, 'confirm')

  expect(asked).to.contain('Without one, their next payment will fail.')
  expect(service.sent.map(({ method, path }) => [method, path])).to.deep.equal([
    ['DELETE', '/payment-methods/pm_master'],
  ])
  expect(words(portal, 'notice')).to.equal('The payment method has been removed.')
})

test('a payment has a receipt with its lines, its refund and its number', async () => {
  const portal = await mountPortal(new FakePortalService())

  expect(words(portal, 'payment')).to.contain('March 3, 2027 Monthly · Paid €11.90')
  expect(words(portal, 'receipt')).to.contain('Tax (19%) €1.90').and.contain('€2.00 refunded').and.contain('pay_1')
})

test('the address is changed as a whole, and an emptied field clears its part', async () => {
  const service = new FakePortalService()
  const portal = await mountPortal(service)
  await press(portal, 'edit-details')

  field(portal, 'city').value = ' Bonn '
  field(portal, 'line1').value = ''
  await press(portal, 'confirm')

  expect(service.sent.map(({ method, path, body }) => [method, path, body])).to.deep.equal([
    [
      'PATCH',
      '/customers/cus_1',
      {
        address: { line1: null, line2: null, postal_code: '10115', city: 'Bonn', state: null, country: 'DE' },
        tax_ids: [],
      },
    ],
  ])
  expect(words(portal, 'notice')).to.equal('Your details have been saved.')
})

test('a refused address keeps the typed text and marks the field', async () => {
  const service = new FakePortalService()
  service.answers = [{ kind: 'refused', code: 'invalid_parameter', paths: ['address.country'] }]
  const portal = await mountPortal(service)
  await press(portal, 'edit-details')
  field(portal, 'city').value = 'Bonn'

  await press(portal, 'confirm')

  expect([
    field(portal, 'city').value,
    field(portal, 'country').ariaInvalid,
    field(portal, 'city').ariaInvalid,
  ]).to.deep.equal(['Bonn', 'true', 'false'])
})

test('a new e-mail address gets a link, and nothing changes before it is confirmed', async () => {
  const service = new FakePortalService()
  const portal = await mountPortal(service)
  const changes: Event[] = []
  portal.addEventListener('billing-portal-change', (event) => changes.push(event))
  await press(portal, 'edit-email')

  field(portal, 'email').value = ' new@example.com '
  await press(portal, 'confirm')

  expect(service.sent.map(({ method, path, body }) => [method, path, body])).to.deep.equal([
    ['PATCH', '/customers/cus_1', { email: 'new@example.com' }],
  ])
  expect(words(portal, 'notice')).to.contain('We have sent a link to new@example.com.')
  expect(changes).to.deep.equal([])
})

test('an invalid address is refused with a sentence, and stays in its field', async () => {
  const service = new FakePortalService()
  service.answers = [{ kind: 'refused', code: 'invalid_parameter', paths: ['email'] }]
  const portal = await mountPortal(service)
  await press(portal, 'edit-email')

  field(portal, 'email').value = 'new'
  await press(portal, 'confirm')

  expect([field(portal, 'email').value, field(portal, 'email').ariaInvalid]).to.deep.equal(['new', 'true'])
  expect(words(portal, 'notice')).to.equal('Enter a valid email address, such as name@example.com.')
})

test('a tax identifier is saved with the address, and receipts show it', async () => {
  const service = new FakePortalService()
  const portal = await mountPortal(service)
  await press(portal, 'edit-details')
  field(portal, 'tax_id').value = ' DE 136695976 '
  await press(portal, 'confirm')

  const stored = aPortal()
  const customer = { ...stored.customer, tax_ids: [{ type: 'eu_vat' as const, value: 'DE136695976' }] }
  const later = await mountPortal(new FakePortalService({ ...stored, customer }))

  expect(service.sent.map(({ body }) => (body as { tax_ids: unknown }).tax_ids)).to.deep.equal([
    [{ type: 'eu_vat', value: 'DE 136695976' }],
  ])
  expect(words(later, 'receipt')).to.contain('Tax ID: DE136695976')
})

test('a wrong tax identifier gets its own sentence, and stays in its field', async () => {
  const service = new FakePortalService()
  service.answers = [{ kind: 'refused', code: 'invalid_parameter', paths: ['tax_ids.0.value'] }]
  const portal = await mountPortal(service)
  await press(portal, 'edit-details')
  field(portal, 'tax_id').value = 'DE1'
  await press(portal, 'confirm')

  expect([field(portal, 'tax_id').value, field(portal, 'tax_id').ariaInvalid]).to.deep.equal(['DE1', 'true'])
  expect(words(portal, 'notice')).to.equal('Please check the tax ID.')
})

test('if one of several changes fails, the customer sees that only a part was made', async () => {
  const subscriptions = [aPortalSubscription(), aPortalSubscription({ id: 'sub_2' })]
  const service = new FakePortalService(aPortal({ subscriptions }))
  service.answers = [
    { kind: 'ok', value: {} },
    { kind: 'refused', code: 'payment_in_progress' },
  ]
  const portal = await mountPortal(service)

  await press(portal, 'choose-pm_master')

  expect(service.sent).to.have.length(2)
  expect(words(portal, 'notice')).to.equal('Only part of this was changed. Please check it and try again.')
})
