import type { Payment } from '@billing-checkout/contract'
import { afterEach, expect, test } from '../../../../../../test/support/pages/component-test.ts'
import { aCheckout, aSessionId } from '../../../../testing/a-checkout.ts'
import { aPayment, aPaymentId } from '../../../../testing/a-payment.ts'
import { FakeService } from '../../../../testing/fake-service.ts'
import { mountCheckout, part, typeCard, until } from '../../../../testing/mount-checkout.ts'
import type { BillingPaidEvent } from '../../state/events.ts'
import type { Answer } from '../../requests/transport.ts'

import type { BillingCheckout } from '../../../billing-checkout.ts'

afterEach(() => {
  document.body.replaceChildren()
  sessionStorage.clear()
})

const otherId = 'session-of-another-cart'

/** A session with a payment in flight. `answer` makes the server report the payment's outcome. */
const aSessionBeingPaid = async () => {
  const service = new FakeService()
  const element = await mountCheckout(service)
  const told: string[] = []
  for (const type of ['billing-paid', 'billing-declined', 'billing-refused', 'billing-expired', 'billing-error'])
    element.addEventListener(type, (event) => told.push(`${type} ${(event as BillingPaidEvent).sessionId}`))
  const answers: ((answer: Answer<Payment>) => void)[] = []
  service.pay = (request, attempt) => {
    service.attempts.push({ ...attempt, request })
    return new Promise((resolve) => answers.push(resolve))
  }
  typeCard(element)
  part(element, 'button')?.click()
  await until(() => answers.length === 1)
  const answer = (what: Answer<Payment>) => answers.at(-1)?.(what)
  return { service, element, told, answer }
}

const isDrawnAnew = (element: Element): boolean =>
  element.shadowRoot?.querySelector('iframe:not(.waiting)') != null && part(element, 'button') !== null

/** Waits long enough to see a second event, if there is one. */
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 200))

test('a page that sets another session during a payment gets the first one’s outcome once, and shows the other session', async () => {
  const { element, told, answer } = await aSessionBeingPaid()
  element.sessionId = otherId
  await until(() => element.phase === 'ready' && isDrawnAnew(element))
  const heard = new Promise<Event>((resolve) => document.addEventListener('billing-paid', resolve, { once: true }))

  answer({ kind: 'ok', value: aPayment('SETTLING') })

  expect(((await heard) as BillingPaidEvent).payment?.id).to.equal(aPaymentId)
  await aWhile()
  expect(told).to.deep.equal([`billing-paid ${aSessionId}`])
  expect(element.phase).to.equal('ready')
})

test('a refusal and an unknown outcome name the session that was left', async () => {
  const refused = await aSessionBeingPaid()
  refused.element.sessionId = otherId
  await until(() => refused.element.phase === 'ready')
  refused.answer({ kind: 'refused', code: 'too_many_attempts' })
  await until(() => refused.told.length > 0)

  const unknown = await aSessionBeingPaid()
  unknown.element.sessionId = otherId
  await until(() => unknown.element.phase === 'ready')
  unknown.service.polled = { kind: 'ok', value: aPayment('DECLINED', 'card_declined') }
  unknown.answer({ kind: 'ok', value: aPayment('PENDING') })
  await until(() => unknown.told.length > 0)

  await aWhile()
  expect(refused.told).to.deep.equal([`billing-refused ${aSessionId}`])
  expect(unknown.told).to.deep.equal([`billing-declined ${aSessionId}`])
  expect(part(unknown.element, 'notice')).to.equal(null)
})

test('without another session the outcome of the session that was left is dispatched at once', async () => {
  const { element, told, answer } = await aSessionBeingPaid()
  element.removeAttribute('session-id')
  await element.updateComplete

  answer({ kind: 'ok', value: aPayment('SETTLING') })

  await until(() => told.length > 0)
  expect(told).to.deep.equal([`billing-paid ${aSessionId}`])
})

/** Makes the page set another session, and then the first one again. */
const comeBack = async (element: BillingCheckout): Promise<void> => {
  element.sessionId = otherId
  await element.updateComplete
  element.sessionId = aSessionId
}

test('a page that sets the paid session again gets and shows its outcome once', async () => {
  const { service, element, told, answer } = await aSessionBeingPaid()
  service.checkouts = [{ kind: 'ok', value: aCheckout({ phase: 'processing', payment: aPayment('PENDING') }) }]
  await comeBack(element)
  await until(() => element.phase === 'checking')

  answer({ kind: 'ok', value: aPayment('SETTLING') })
  service.polled = { kind: 'ok', value: aPayment('SETTLING') }

  await until(() => element.phase === 'paid')
  await aWhile()
  expect(told).to.deep.equal([`billing-paid ${aSessionId}`])
})

test('a page that sets the session again before the payment arrived gets and shows its outcome once', async () => {
  const { service, element, told, answer } = await aSessionBeingPaid()
  await comeBack(element)
  await until(() => element.phase === 'ready' && isDrawnAnew(element))
  service.checkouts = [{ kind: 'ok', value: aCheckout({ phase: 'completed', payment: aPayment('SETTLING') }) }]

  answer({ kind: 'ok', value: aPayment('SETTLING') })

  await until(() => element.phase === 'paid')
  await aWhile()
  expect(told).to.deep.equal([`billing-paid ${aSessionId}`])
})

test('nothing is sent for a session that was left before its card was sealed', async () => {
  const service = new FakeService()
  const element = await mountCheckout(service)
  typeCard(element)

  part(element, 'button')?.click()
  element.sessionId = otherId
  await until(() => element.phase === 'ready' && isDrawnAnew(element))
  await aWhile()

  expect(service.attempts.length).to.equal(0)
})

test('an element that was removed from the page reports the outcome of the session that it was paying', async () => {
  const { service, element, told, answer } = await aSessionBeingPaid()
  element.remove()
  element.sessionId = otherId
  await element.updateComplete
  service.polled = { kind: 'ok', value: aPayment('SETTLING') }

  answer({ kind: 'ok', value: aPayment('PENDING') })

  await until(() => told.length > 0)
  expect(told).to.deep.equal([`billing-paid ${aSessionId}`])
})
