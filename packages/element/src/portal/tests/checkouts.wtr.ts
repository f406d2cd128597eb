import { afterEach, expect, test } from '../../../../../test/support/pages/component-test.ts'
import { aPortal, aPortalSubscription } from '../../../testing/a-portal.ts'
import { part, until } from '../../../testing/mount-checkout.ts'
import { FakePortalService, inPortal, mountPortal, press } from '../../../testing/mount-portal.ts'
import type { BillingPortalChangeEvent } from '../events.ts'

afterEach(() => document.body.replaceChildren())

const words = (element: Element, name: string) => part(element, name)?.textContent?.replaceAll(/\s+/g, ' ').trim()
const focusIn = (element: Element) => element.shadowRoot?.activeElement?.id
const checkoutIn = (element: Element) => element.shadowRoot?.querySelector('billing-checkout')
const bodies = (service: FakePortalService) => service.sent.map(({ path, body }) => [path, body])

test('a plan change is shown and confirmed in a checkout with its own session', async () => {
  const service = new FakePortalService()
  const portal = await mountPortal(service, { theme: 'dark', 'frame-origin': 'https://cards.example' })

  await press(portal, 'plans-sub_1')
  const choices = words(portal, 'plan-choice')
  await press(portal, 'choose-price_year')

  expect(choices).to.equal('Yearly €100.00 · every year Change plan')
  expect(bodies(service)).to.deep.equal([
    ['/client-session', { subscription: { id: 'sub_1' }, plan: { id: 'price_year' }, options: { locale: 'en' } }],
  ])
  const attributes = checkoutIn(portal)
    ?.getAttributeNames()
    .map((name) => [name, checkoutIn(portal)?.getAttribute(name)])
  expect(Object.fromEntries(attributes ?? [])).to.include({
    'session-id': 'session_1',
    server: 'https://billing.example',
    'frame-origin': 'https://cards.example',
    theme: 'dark',
    locale: 'en',
  })
  expect(focusIn(portal)).to.equal('back')
})

test('a quantity within the plan’s range is changed in a checkout, and no other is sent', async () => {
  const service = new FakePortalService()
  const seats = aPortalSubscription({ quantities: { quantity: 2, min: 1, max: 10 }, alternatives: [] })
  service.becomes(aPortal({ subscriptions: [seats] }))
  const portal = await mountPortal(service)

  await press(portal, 'quantity-sub_1')
  const field = inPortal(portal, 'field-quantity') as HTMLInputElement
  const shown = field.value
  field.value = '11'
  await press(portal, 'confirm')
  const sentBefore = service.sent.length
  field.value = '5'
  await press(portal, 'confirm')

  expect([shown, sentBefore]).to.deep.equal(['2', 0])
  const plan = { id: 'price_month', quantity: 5 }
  expect(bodies(service)).to.deep.equal([
    ['/client-session', { subscription: { id: 'sub_1' }, plan, options: { locale: 'en' } }],
  ])
  expect(checkoutIn(portal)?.getAttribute('session-id')).to.equal('session_1')
})

test('a paid checkout is reported once as a change by the portal, and the account is read again', async () => {
  const service = new FakePortalService()
  const portal = await mountPortal(service)
  const heard: string[] = []
  document.body.addEventListener('billing-paid', () => heard.push('paid'))
  portal.addEventListener('billing-portal-change', (event) => heard.push((event as BillingPortalChangeEvent).what))
  await press(portal, 'plans-sub_1')
  await press(portal, 'choose-price_year')
  service.becomes(aPortal({ subscriptions: [aPortalSubscription({ status: 'trial' })] }))

  for (let times = 0; times < 2; times += 1)
    checkoutIn(portal)?.dispatchEvent(new Event('billing-paid', { bubbles: true, composed: true }))
  await until(() => heard.length > 0)
  const stays = checkoutIn(portal) !== null
  await press(portal, 'back')

  expect([heard, stays]).to.deep.equal([['change_plan'], true])
  expect(words(portal, 'status')).to.equal('Trial')
  expect(focusIn(portal)).to.equal('plans-sub_1')
})

test('an overdue amount is paid in a checkout, even if the merchant offers nothing else', async () => {
  const overdue = aPortalSubscription({ status: 'past_due', next_charge: null })
  const service = new FakePortalService(aPortal({ features: [], subscriptions: [overdue] }))
  const portal = await mountPortal(service)

  await press(portal, 'pay-sub_1')

  expect(bodies(service)).to.deep.equal([
    ['/client-session', { subscription: { id: 'sub_1' }, options: { locale: 'en' } }],
  ])
  expect(checkoutIn(portal)).not.to.equal(null)
})

test('a new payment method is entered in the card frame of a checkout', async () => {
  const service = new FakePortalService()
  const portal = await mountPortal(service)

  await press(portal, 'add-method')
  await press(portal, 'back')

  expect(bodies(service)).to.deep.equal([
    ['/client-session', { subscription: { id: 'sub_1' }, options: { locale: 'en' } }],
  ])
  expect([checkoutIn(portal), focusIn(portal)]).to.deep.equal([null, 'add-method'])
})

test('a checkout that cannot be opened shows an error next to the button', async () => {
  const service = new FakePortalService()
  service.answers = [{ kind: 'refused', code: 'currency_mismatch' }]
  const portal = await mountPortal(service)

  await press(portal, 'plans-sub_1')
  await press(portal, 'choose-price_year')

  expect([words(portal, 'notice'), checkoutIn(portal)]).to.deep.equal([
    'That did not work, and nothing has been changed. Please try again.',
    null,
  ])
  expect(inPortal(portal, 'choose-price_year')).not.to.equal(null)
})
