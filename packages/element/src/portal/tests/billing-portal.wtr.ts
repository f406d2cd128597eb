import { afterEach, expect, test } from '../../../../../test/support/pages/component-test.ts'
import { aPortal } from '../../../testing/a-portal.ts'
import { part, until } from '../../../testing/mount-checkout.ts'
import type { BillingPortalReadyEvent } from '../events.ts'
import { FakePortalService, inPortal, mountPortal, press } from '../../../testing/mount-portal.ts'

afterEach(() => document.body.replaceChildren())

const words = (element: Element, name: string) => part(element, name)?.textContent?.replaceAll(/\s+/g, ' ').trim()
const expired = { kind: 'refused', code: 'expired_credentials' } as const

test('each reading renews the token, and the next request sends the new one', async () => {
  const service = new FakePortalService()
  const portal = await mountPortal(service)

  await portal.refresh()
  await press(portal, 'sign-out')

  expect(service.tokens).to.deep.equal(['first', 'renewed'])
  expect(service.sent.map(({ token, path }) => [token, path])).to.deep.equal([['renewed', '/portal-session/portal_1']])
})

test('a session that expires during typing keeps the typed text until the page has a new token', async () => {
  const service = new FakePortalService()
  const portal = await mountPortal(service)
  await press(portal, 'edit-details')
  const city = inPortal(portal, 'field-city') as HTMLInputElement
  city.value = 'Bonn'
  service.answers = [expired]
  const heard: string[] = []
  portal.addEventListener('billing-portal-expired', () => heard.push('expired'))

  await press(portal, 'confirm')
  const shown = [
    portal.phase,
    words(portal, 'outcome-title'),
    inPortal(portal, 'field-city')?.closest('[inert]') !== null,
  ]
  service.answers = [{ kind: 'ok', value: null }]
  portal.clientToken = 'second'
  await until(() => portal.phase === 'ready')
  await press(portal, 'confirm')

  expect([heard, shown]).to.deep.equal([['expired'], ['expired', 'You have been signed out', true]])
  expect(JSON.stringify(service.sent.at(-1)?.body)).to.contain('"city":"Bonn"')
  expect(service.tokens.slice(1)).to.deep.equal(['second', 'renewed'])
})

test('a page that prevents the expiry event’s default shows no expiry notice', async () => {
  const service = new FakePortalService()
  const portal = await mountPortal(service)
  portal.addEventListener('billing-portal-expired', (event) => event.preventDefault())
  service.portals = [expired]

  await portal.refresh()

  expect([portal.phase, part(portal, 'outcome')]).to.deep.equal(['ready', null])
})

test('a page of the service’s own origin renews an expired token without the customer', async () => {
  const service = new FakePortalService()
  const portal = await mountPortal(service, { 'renew-url': '/portal/token' })
  service.renewed = { kind: 'ok', value: { client_token: 'by cookie' } }
  service.portals = [expired, { kind: 'ok', value: aPortal() }]

  await portal.refresh()

  expect([portal.phase, service.tokens]).to.deep.equal(['ready', ['first', 'renewed', 'by cookie']])
})

test('an account that cannot be loaded shows an error, and another try loads it', async () => {
  const service = new FakePortalService({ kind: 'lost' })
  const portal = await mountPortal(service)
  await until(() => words(portal, 'outcome-title') === 'Your account could not be loaded')
  const tries = service.tokens.length

  service.becomes(aPortal())
  inPortal(portal, 'retry')?.click()
  await until(() => part(portal, 'subscription') !== null)

  expect(tries).to.equal(3)
})

test('after a customer signs out, no account data stays on the page', async () => {
  const service = new FakePortalService()
  const portal = await mountPortal(service)
  let isTold = false
  portal.addEventListener('billing-portal-sign-out', () => (isTold = true))

  await press(portal, 'sign-out')

  expect([isTold, portal.phase, part(portal, 'subscription')]).to.deep.equal([true, 'signed-out', null])
  expect(portal.shadowRoot?.textContent).not.to.contain('Long Street')
})

test('a new token after signing out opens the account again', async () => {
  const service = new FakePortalService()
  const portal = await mountPortal(service)
  await press(portal, 'sign-out')

  portal.clientToken = 'third'
  await until(() => portal.phase === 'ready')

  expect(service.tokens.at(-1)).to.equal('third')
})

test('the portal is in the language and direction of its session', async () => {
  const portal = await mountPortal(new FakePortalService(aPortal({ locale: 'ar' })))
  await until(() => part(portal, 'base')?.dir === 'rtl')

  expect(words(portal, 'section-title')).to.equal('الاشتراكات')
})

test('the first view of each opening is announced, but not when a new token continues the portal', async () => {
  const service = new FakePortalService()
  const phases: string[] = []
  const note = (event: Event) => phases.push((event as BillingPortalReadyEvent).phase)
  document.body.addEventListener('billing-portal-ready', note)
  const portal = await mountPortal(service)

  portal.clientToken = 'second'
  await until(() => service.tokens.at(-1) === 'second')
  await portal.refresh()
  await portal.updateComplete
  const afterNewToken = [...phases]
  document.body.append(portal)
  await until(() => phases.length > 1)
  document.body.removeEventListener('billing-portal-ready', note)

  expect([afterNewToken, phases]).to.deep.equal([['ready'], ['ready', 'ready']])
})

test('the first view is announced once', async () => {
  const service = new FakePortalService()
  let ready = 0
  const count = () => (ready += 1)
  document.body.addEventListener('billing-portal-ready', count)
  const portal = await mountPortal(service)

  await portal.refresh()
  await portal.updateComplete
  document.body.removeEventListener('billing-portal-ready', count)

  expect(ready).to.equal(1)
})
