import { afterEach, beforeEach, expect, test } from '../../../../../../test/support/pages/component-test.ts'
import { aPayment } from '../../../../testing/a-payment.ts'
import { FakeService } from '../../../../testing/fake-service.ts'
import { mountCheckout, part, typeCard, until } from '../../../../testing/mount-checkout.ts'

// After 20 seconds, the checkout tells the shopper that they may leave. The test replaces the timer, so that it need not wait.
const longCheckMs = 20_000
const { setTimeout: realSetTimeout, clearTimeout: realClearTimeout } = globalThis
const waiting = new Map<number, () => void>()

beforeEach(() => {
  const set = (act: () => void, ms?: number): number => {
    const id = realSetTimeout(ms === longCheckMs ? () => {} : act, ms) as unknown as number
    if (ms === longCheckMs) waiting.set(id, act)
    return id
  }
  const clear = (id?: number): void => {
    waiting.delete(id ?? 0)
    realClearTimeout(id)
  }
  Object.assign(globalThis, { setTimeout: set, clearTimeout: clear })
})

afterEach(() => {
  Object.assign(globalThis, { setTimeout: realSetTimeout, clearTimeout: realClearTimeout })
  waiting.clear()
  document.body.replaceChildren()
  sessionStorage.clear()
})

const aCheckoutBeingChecked = async () => {
  const service = new FakeService()
  service.payments = [{ kind: 'ok', value: aPayment('PENDING') }]
  const element = await mountCheckout(service)
  // No timer of 20 seconds is running before the payment.
  expect(waiting.size).to.equal(0)
  typeCard(element)
  await element.submit()
  await until(() => element.phase === 'checking')
  expect(waiting.size).to.equal(1)
  return { service, element }
}

const passTime = (): void => waiting.forEach((act) => act())
const body = (element: Element): string => part(element, 'outcome-body')?.textContent?.trim() ?? ''

test('no timer announces a long payment once its outcome is known', async () => {
  const { service, element } = await aCheckoutBeingChecked()

  service.polled = { kind: 'ok', value: aPayment('DECLINED', 'card_declined') }
  await until(() => element.phase === 'declined')

  expect(waiting.size).to.equal(0)
})

test('an element that left the page waits for nothing, and announces a long payment once it is back', async () => {
  const { element } = await aCheckoutBeingChecked()
  const place = element.parentElement!

  element.remove()
  expect(waiting.size).to.equal(0)

  place.append(element)
  expect(waiting.size).to.equal(1)
  const before = body(element)
  passTime()
  await element.updateComplete
  expect(body(element)).not.to.equal(before)
})

test('a session that was left during its payment does not announce a long payment', async () => {
  const { element } = await aCheckoutBeingChecked()

  element.removeAttribute('session-id')
  await element.updateComplete
  // Loads the chunk that waits for a session.
  await import('../../../without-session.ts')
  await new Promise((resolve) => setTimeout(resolve, 50))

  // The only timer of 20 seconds that is left waits for a session.
  expect(waiting.size).to.equal(1)
  passTime()
  expect(element.phase).to.equal('unavailable')
})
