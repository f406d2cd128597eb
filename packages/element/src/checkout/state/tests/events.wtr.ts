import { afterEach, expect, test } from '../../../../../../test/support/pages/component-test.ts'
import { aCheckout, aSessionId, type CheckoutWishes } from '../../../../testing/a-checkout.ts'
import { aPayment } from '../../../../testing/a-payment.ts'
import { FakeService } from '../../../../testing/fake-service.ts'
import { HeldClock } from '../../../../testing/held-clock.ts'
import { defineCheckout, frameOf, part, typeCard, until } from '../../../../testing/mount-checkout.ts'
import type { BillingCheckout } from '../../../billing-checkout.ts'
import {
  BillingChangeEvent,
  type BillingErrorEvent,
  type BillingReadyEvent,
  type BillingRefusedEvent,
} from '../events.ts'

afterEach(() => {
  document.body.replaceChildren()
  sessionStorage.clear()
  clock?.release()
  clock = null
})
let clock: HeldClock | null = null

const types = ['ready', 'change', 'focus', 'blur', 'paid', 'declined', 'refused', 'expired', 'error']

/** An element in the page, and all events that it has dispatched since it was created. */
const listenTo = (service: FakeService, tag = defineCheckout(service)) => {
  const element = document.createElement(tag) as BillingCheckout
  const told: Event[] = []
  for (const type of types) element.addEventListener(`billing-${type}`, (event) => told.push(event))
  element.setAttribute('session-id', aSessionId)
  document.body.append(element)
  const outcomes = () => told.filter(({ type }) => !['billing-ready', 'billing-change'].includes(type))
  return { element, told, outcomes }
}

const firstViews: readonly (readonly [phase: string, wishes: CheckoutWishes, shown: string])[] = [
  ['ready', {}, 'form'],
  ['ready', { hasSavedMethods: true }, 'methods'],
  ['incomplete', { purpose: null }, 'outcome-title'],
  ['checking', { phase: 'processing', payment: aPayment('PENDING') }, 'outcome-title'],
  ['paid', { phase: 'completed', payment: aPayment('SETTLING') }, 'receipt'],
  ['expired', { phase: 'expired' }, 'outcome-title'],
]
for (const [phase, wishes, shown] of firstViews)
  test(`the first event reports the first view, once, when it is drawn: ${JSON.stringify(wishes)}`, async () => {
    const { element, told } = listenTo(new FakeService(aCheckout(wishes)))
    let wasDrawn = false
    element.addEventListener('billing-ready', () => (wasDrawn = part(element, shown) !== null))

    await until(() => told.length > 0)
    await new Promise((resolve) => setTimeout(resolve, 100))

    const [first, ...others] = told as BillingReadyEvent[]
    expect(first).to.include({ type: 'billing-ready', phase, purpose: aCheckout(wishes).purpose })
    expect(wasDrawn).to.equal(true)
    const outcomes = others.map(({ type }) => type).filter((type) => type !== 'billing-change')
    expect(outcomes).to.deep.equal(phase === 'expired' ? ['billing-expired'] : [])
  })

test('an event reports a change of the form, and not each keystroke', async () => {
  const { element, told } = listenTo(new FakeService(aCheckout()))
  await until(() => told.length > 0)
  await typeCard(element)
  const changes = () => told.filter((event) => event instanceof BillingChangeEvent)
  await until(() => changes().at(-1)?.complete === true)

  const states = changes().map(
    ({ complete, brand, savedMethod, wallet }) => `${complete} ${brand} ${savedMethod} ${wallet}`,
  )
  expect(states).to.deep.equal([...new Set(states)])
  expect(states.at(-1)).to.equal('true visa null null')
  expect(states).not.to.include('false null null null')
})

test('the event about a checkout that cannot be shown follows its view', async () => {
  const refusal = { code: 'not_found', message: 'There is no such client session.', request_id: 'req_1' } as const
  const { told } = listenTo(new FakeService({ kind: 'refused', ...refusal }))

  await until(() => told.length === 2)

  expect(told[0]).to.include({ type: 'billing-ready', phase: 'unavailable', purpose: null })
  expect(told[1] as BillingErrorEvent).to.include({ type: 'billing-error', ...refusal })
})

const refusal = { message: 'The rule, in words.', request_id: 'req_2' } as const
const presses: readonly (readonly [what: string, prepare: (service: FakeService) => void, type: string])[] = [
  ['an approval', () => {}, 'billing-paid'],
  [
    'a decline',
    (service) => (service.payments = [{ kind: 'ok', value: aPayment('DECLINED', 'card_declined') }]),
    'billing-declined',
  ],
  [
    'a decline after an answer that was lost',
    (service) => {
      service.payments = [
        { kind: 'lost' },
        { kind: 'lost' },
        { kind: 'ok', value: aPayment('DECLINED', 'card_declined') },
      ]
    },
    'billing-declined',
  ],
  [
    'a refusal',
    (service) => (service.payments = [{ kind: 'refused', code: 'rate_limited', ...refusal }]),
    'billing-refused',
  ],
  [
    'a changed amount',
    (service) => (service.payments = [{ kind: 'refused', code: 'amount_changed', ...refusal }]),
    'billing-refused',
  ],
  [
    'a session that ran out',
    (service) => (service.payments = [{ kind: 'refused', code: 'session_expired', ...refusal }]),
    'billing-expired',
  ],
  [
    'a session that was paid elsewhere',
    (service) => {
      service.payments = [{ kind: 'refused', code: 'session_completed', ...refusal }]
      const paid = aCheckout({ phase: 'completed', payment: aPayment('SETTLING') })
      service.checkouts = [
        { kind: 'ok', value: aCheckout() },
        { kind: 'ok', value: paid },
      ]
    },
    'billing-paid',
  ],
]
for (const [what, prepare, type] of presses)
  test(`one press reports one outcome: ${what}`, async () => {
    const service = new FakeService()
    prepare(service)
    const { element, told, outcomes } = listenTo(service)
    await until(() => told.length > 0)
    typeCard(element)

    await element.submit()
    await until(() => outcomes().length > 0)
    await new Promise((resolve) => setTimeout(resolve, 100))

    expect(outcomes().map((event) => event.type)).to.deep.equal([type])
  })

test('the event of a refusal has code, message and request id, and the button stays enabled if another press may help', async () => {
  const service = new FakeService()
  service.payments = [
    { kind: 'refused', code: 'rate_limited', ...refusal },
    { kind: 'refused', code: 'too_many_attempts', retryAfter: 3600, ...refusal },
  ]
  const { element, told, outcomes } = listenTo(service)
  await until(() => told.length > 0)
  typeCard(element)
  const isOn = () => part(element, 'button')?.getAttribute('aria-disabled') === 'false'

  await element.submit()
  await element.updateComplete
  expect(outcomes()[0] as BillingRefusedEvent).to.include({ code: 'rate_limited', final: false, ...refusal })
  expect(isOn()).to.equal(true)

  await element.submit()
  await element.updateComplete
  expect(outcomes()[1] as BillingRefusedEvent).to.include({ code: 'too_many_attempts', final: true, ...refusal })
  expect(isOn()).to.equal(false)
  expect(frameOf(element).querySelector<HTMLInputElement>('#number')?.readOnly).to.equal(true)

  await element.submit()
  expect([service.attempts.length, outcomes().length]).to.deep.equal([2, 2])
})

test('the card form reports its focus once, wherever it is, and no typed text', async () => {
  const { element, told, outcomes } = listenTo(new FakeService())
  await until(() => told.length > 0)
  const field = (id: string) => frameOf(element).querySelector<HTMLInputElement>(`#${id}`)

  field('number')?.focus()
  await until(() => outcomes().length === 1)
  field('cvc')?.focus()
  field('cvc')?.blur()
  await until(() => outcomes().length > 1)

  expect(outcomes().map(({ type }) => type)).to.deep.equal(['billing-focus', 'billing-blur'])
  expect(outcomes().flatMap((event) => Object.keys(event).filter((key) => key !== 'isTrusted'))).to.deep.equal([])
})

const silentFrame = new URL('../../../../testing/action-page.html', import.meta.url).href
const notice = (element: Element) => element.shadowRoot?.querySelector('[part~=notice]') ?? null

test('a card form that does not load sends billing-error with a message that says so', async () => {
  clock = new HeldClock(2000)
  const service = new FakeService()
  const { element, outcomes } = listenTo(service, defineCheckout(service, silentFrame))
  await until(() => element.phase === 'ready')
  clock.pass(2000)

  // The watch of the frame begins only after its chunk has loaded, so advance the clock again and again.
  await until(() => (clock?.pass(1000), outcomes().length > 0))

  expect(outcomes()[0] as BillingErrorEvent).to.include({
    type: 'billing-error',
    code: 'frame_unavailable',
    message: 'The card form could not be loaded.',
  })
})

test('while an element is out of the page, or its page is hidden or prerendered, its card form is not late', async () => {
  clock = new HeldClock(2000)
  const { element, outcomes } = listenTo(new FakeService(), defineCheckout(new FakeService(), silentFrame))
  await until(() => element.phase === 'ready')
  clock.pass(2000)
  await new Promise((resolve) => setTimeout(resolve, 600))

  element.remove()
  for (let seconds = 0; seconds < 60; seconds += 1) clock.pass(1000)
  await new Promise((resolve) => setTimeout(resolve, 600))
  document.body.append(element)
  for (const [state, value] of [
    ['visibilityState', 'hidden'],
    ['prerendering', true],
  ] as const) {
    Object.defineProperty(document, state, { value, configurable: true })
    try {
      clock.pass(2000)
      await new Promise((resolve) => setTimeout(resolve, 600))
      for (let times = 0; times < 6; times += 1) {
        clock.pass(10_000)
        await new Promise((resolve) => setTimeout(resolve, 300))
      }
    } finally {
      delete (document as unknown as Record<string, unknown>)[state]
    }
  }

  expect([outcomes().length, notice(element)]).to.deep.equal([0, null])
})

test('a card form that loads after it was reported missing removes the notice', async () => {
  clock = new HeldClock(2000)
  const { element, outcomes } = listenTo(new FakeService(), defineCheckout(new FakeService(), silentFrame))
  await until(() => element.phase === 'ready')
  clock.pass(2000)
  await until(() => (clock?.pass(1000), outcomes().length > 0))
  await until(() => notice(element) !== null)

  const frame = element.shadowRoot!.querySelector('iframe')!
  frame.contentWindow!.location.replace(new URL('../../../../testing/card-frame.html', import.meta.url).href)

  await until(() => notice(element) === null)
  expect(outcomes()).to.have.lengthOf(1)
})

test('a part that does not load sends billing-error with a message that says so', async () => {
  clock = new HeldClock(4000)
  const service = new FakeService()
  const tag = defineCheckout(service)
  const Whole = customElements.get(tag) as typeof BillingCheckout
  class Wordless extends Whole {
    protected override get parts() {
      const compile = (): never => {
        throw new Error('The words did not come.')
      }
      return { ...super.parts, compile }
    }
  }
  customElements.define(`${tag}-wordless`, Wordless)
  const { element, outcomes } = listenTo(service, `${tag}-wordless`)
  await until(() => element.phase === 'ready')

  clock.pass(5000)
  await until(() => outcomes().length > 0)

  expect(outcomes()[0] as BillingErrorEvent).to.include({
    type: 'billing-error',
    code: 'part_unavailable',
    message: 'A part of the checkout could not be loaded.',
  })
})

test('a server that does not answer sends billing-error with a message that says so', async () => {
  const { outcomes } = listenTo(new FakeService({ kind: 'lost' }))
  await until(() => outcomes().length > 0)

  expect(outcomes()[0] as BillingErrorEvent).to.include({
    type: 'billing-error',
    code: 'network',
    message: 'The server was not reached.',
  })
})
