import { afterEach, expect, test } from '../../../../../test/support/pages/component-test.ts'
import { aPortal, aPortalSubscription } from '../../../testing/a-portal.ts'
import { part } from '../../../testing/mount-checkout.ts'
import { FakePortalService, inPortal, mountPortal, press } from '../../../testing/mount-portal.ts'
import type { BillingPortalChangeEvent } from '../events.ts'

afterEach(() => document.body.replaceChildren())

const words = (element: Element, name: string) => part(element, name)?.textContent?.replaceAll(/\s+/g, ' ').trim()
const focusIn = (element: Element) => element.shadowRoot?.activeElement?.id
const ending = () =>
  aPortal({ subscriptions: [aPortalSubscription({ status: 'scheduled_for_cancellation', next_charge: null })] })

test('a subscription shows its status, its price and the next charge line by line', async () => {
  const portal = await mountPortal(new FakePortalService())

  expect([words(portal, 'plan'), words(portal, 'status'), words(portal, 'price')]).to.deep.equal([
    'Monthly',
    'Active',
    '€10.00 · every month',
  ])
  expect(portal.shadowRoot?.textContent).not.to.match(/\b(false|null|undefined)\b/)
  expect(words(portal, 'next')).to.equal('Next payment · April 3, 2027 €11.90 Monthly €10.00 Tax (19%) €1.90')
})

test('several units are shown with the price of one and the total', async () => {
  const { plan } = aPortalSubscription()
  const team = { ...plan, formatted_amount: '€30.00', formatted_units: '3 × €10.00' }
  const lines = [{ kind: 'plan', label: 'Monthly', formatted_amount: '€30.00', formatted_units: '3 × €10.00' }] as const
  const next = { amount: 3000, formatted_amount: '€30.00', date: 'April 3, 2027', lines: [...lines] }
  const subscription = aPortalSubscription({ plan: team, next_charge: next })
  const portal = await mountPortal(new FakePortalService(aPortal({ subscriptions: [subscription] })))

  expect(words(portal, 'price')).to.equal('3 × €10.00 · €30.00 · every month')
  expect(words(portal, 'next')).to.contain('Monthly 3 × €10.00 €30.00')
})

test('a customer without subscriptions, methods and payments sees that there are none', async () => {
  const empty = aPortal({ subscriptions: [], payment_methods: [], payments: [] })
  const portal = await mountPortal(new FakePortalService(empty))

  const said = [...(portal.shadowRoot?.querySelectorAll('[part=empty]') ?? [])].map(({ textContent }) => textContent)
  expect(said).to.deep.equal([
    'You have no subscriptions.',
    'No payment method is saved.',
    'There are no payments yet.',
  ])
})

test('cancelling takes two presses, and states until when the subscription can be used', async () => {
  const service = new FakePortalService()
  const portal = await mountPortal(service)
  const changes: BillingPortalChangeEvent[] = []
  portal.addEventListener('billing-portal-change', (event) => changes.push(event as BillingPortalChangeEvent))

  await press(portal, 'cancel-sub_1')
  const question = words(portal, 'task')
  const focused = focusIn(portal)
  service.becomes(ending())
  await press(portal, 'confirm')

  expect(question).to.contain('Cancel “Monthly”? You can use it until April 3, 2027. There are no further payments.')
  expect(focused).to.equal('task')
  expect(service.sent.map(({ method, path, body }) => [method, path, body])).to.deep.equal([
    ['POST', '/subscriptions/schedule-cancel/sub_1', undefined],
  ])
  expect(words(portal, 'notice')).to.equal('Your subscription ends on April 3, 2027.')
  expect(focusIn(portal)).to.equal('notice')
  expect(words(portal, 'status')).to.equal('Ends on April 3, 2027')
  expect(changes.map(({ what, subscriptionId }) => [what, subscriptionId])).to.deep.equal([['cancel', 'sub_1']])
})

test('the foot links to the page for a withdrawal if the account has one', async () => {
  const url = 'https://billing.example/o/org_1/withdraw'
  const linked = async (withdrawal_url: string | null) => {
    const portal = await mountPortal(new FakePortalService(aPortal({ withdrawal_url })))
    return [...(portal.shadowRoot?.querySelectorAll<HTMLAnchorElement>('.foot a') ?? [])]
      .filter(({ href }) => href === url)
      .map(({ textContent }) => textContent?.trim())
  }

  expect(await linked(url)).to.deep.equal(['Withdraw from contract here'])
  expect(await linked(null)).to.deep.equal([])
})

test('a reason and a comment are sent with the cancellation, and their fields come after its button', async () => {
  const service = new FakePortalService()
  const portal = await mountPortal(service)

  await press(portal, 'cancel-sub_1')
  const reason = inPortal(portal, 'field-reason') as HTMLSelectElement
  const comment = inPortal(portal, 'field-comment') as HTMLInputElement
  reason.value = 'unused'
  comment.value = ' Too many books. '
  const follows = inPortal(portal, 'confirm')!.compareDocumentPosition(reason)
  service.becomes(ending())
  await press(portal, 'confirm')

  expect(service.sent.map(({ path, body }) => [path, body])).to.deep.equal([
    ['/subscriptions/schedule-cancel/sub_1', { reason: 'unused', comment: 'Too many books.' }],
  ])
  expect(follows).to.equal(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('a customer who keeps the subscription returns to the button, and nothing was sent', async () => {
  const service = new FakePortalService()
  const portal = await mountPortal(service)

  await press(portal, 'cancel-sub_1')
  await press(portal, 'keep')

  expect(service.sent).to.deep.equal([])
  expect(part(portal, 'task')).to.equal(null)
  expect(focusIn(portal)).to.equal('cancel-sub_1')
})

test('an overdue subscription ends at once, and a warning says so before it is cancelled', async () => {
  const overdue = aPortal({ subscriptions: [aPortalSubscription({ status: 'past_due', next_charge: null })] })
  const portal = await mountPortal(new FakePortalService(overdue))

  await press(portal, 'cancel-sub_1')

  expect(words(portal, 'task')).to.contain('It ends at once.')
})

test('cancelling is offered whatever the merchant has switched off', async () => {
  const portal = await mountPortal(new FakePortalService(aPortal({ features: [] })))

  const actions = [...(portal.shadowRoot?.querySelectorAll('.actions button') ?? [])]
  expect(actions.map(({ id }) => id)).to.deep.equal(['cancel-sub_1'])
})

test('a discount is a line of the next charge, with its end and the price from then on', async () => {
  const subscription = aPortalSubscription({
    discount: {
      name: 'Spring',
      formatted_off: '20%',
      formatted_amount: '€9.52',
      ends: { at: '2027-06-03T10:00:00.000Z', date: 'June 3, 2027', formatted_amount: '€11.90' },
    },
    next_charge: {
      amount: 952,
      formatted_amount: '€9.52',
      date: 'April 3, 2027',
      lines: [
        { kind: 'plan', label: 'Monthly', formatted_amount: '€10.00' },
        { kind: 'discount', label: 'Spring', formatted_amount: '−€2.00' },
        { kind: 'tax', label: '19%', formatted_amount: '€1.52' },
      ],
    },
  })
  const portal = await mountPortal(new FakePortalService(aPortal({ subscriptions: [subscription] })))

  expect(words(portal, 'next')).to.equal(
    'Next payment · April 3, 2027 €9.52 Monthly €10.00 Spring (−20%) −€2.00 Tax (19%) €1.52 €9.52 every month until June 3, 2027 · then €11.90 every month',
  )
})

const changing = (canUndo: boolean) =>
  aPortal({
    subscriptions: [
      aPortalSubscription({
        scheduled_change: {
          plan: aPortalSubscription().alternatives[0]!,
          date: 'April 3, 2027',
          can_undo: canUndo,
        },
      }),
    ],
  })

test('a scheduled change is shown with its price, and one press takes it back', async () => {
  const service = new FakePortalService(changing(true))
  const portal = await mountPortal(service)
  const shown = words(portal, 'scheduled')
  const changes: BillingPortalChangeEvent[] = []
  portal.addEventListener('billing-portal-change', (event) => changes.push(event as BillingPortalChangeEvent))

  service.becomes(aPortal())
  await press(portal, 'undo-sub_1')

  expect(shown).to.equal('From April 3, 2027: Yearly €100.00 · every year')
  expect(service.sent.map(({ method, body }) => [method, body])).to.deep.equal([
    ['PATCH', { subscription: { id: 'sub_1', scheduled_change: null } }],
  ])
  expect(words(portal, 'notice')).to.equal('Your plan stays as it is')
  expect([part(portal, 'scheduled'), focusIn(portal)]).to.deep.equal([null, 'notice'])
  expect(changes.map(({ what, subscriptionId }) => [what, subscriptionId])).to.deep.equal([['undo_change', 'sub_1']])
})

test('a scheduled change that the customer may not take back is shown without a button', async () => {
  const portal = await mountPortal(new FakePortalService(changing(false)))

  expect(words(portal, 'scheduled')).to.contain('Yearly')
  expect(inPortal(portal, 'undo-sub_1')).to.equal(null)
})

test('one press takes a cancellation back', async () => {
  const service = new FakePortalService(ending())
  const portal = await mountPortal(service)

  service.becomes(aPortal())
  await press(portal, 'resume-sub_1')

  expect(service.sent.map(({ body }) => body)).to.deep.equal([{ subscription: { id: 'sub_1', status: 'active' } }])
  expect(words(portal, 'notice')).to.equal('Your subscription continues')
  expect(inPortal(portal, 'cancel-sub_1')).not.to.equal(null)
})

test('a subscription that renews until a requested end states that end and the charges until then, and can continue', async () => {
  const service = new FakePortalService(aPortal({ subscriptions: [aPortalSubscription({ end_date: 'June 3, 2027' })] }))
  const portal = await mountPortal(service)

  expect(words(portal, 'status')).to.equal('Active · Ends on June 3, 2027')
  expect(words(portal, 'next')).to.contain('Next payment')
  expect(inPortal(portal, 'cancel-sub_1')).not.to.equal(null)
  service.becomes(aPortal())
  await press(portal, 'resume-sub_1')

  expect(service.sent.map(({ body }) => body)).to.deep.equal([{ subscription: { id: 'sub_1', status: 'active' } }])
  expect(words(portal, 'status')).to.equal('Active')
})

test('a subscription that cannot change before its end states that once, and offers no plan', async () => {
  const ending = aPortalSubscription({ end_date: 'June 3, 2027', alternatives: [], quantities: null })
  const portal = await mountPortal(new FakePortalService(aPortal({ subscriptions: [ending] })))

  expect(words(portal, 'end')).to.equal('Your subscription ends on June 3, 2027.')
  expect(inPortal(portal, 'plans-sub_1')).to.equal(null)
  expect(inPortal(portal, 'resume-sub_1')).not.to.equal(null)
})

test('two presses send one request', async () => {
  const service = new FakePortalService(ending())
  const portal = await mountPortal(service)

  inPortal(portal, 'resume-sub_1')?.click()
  inPortal(portal, 'resume-sub_1')?.click()
  await press(portal, 'sign-out')

  expect(service.sent.filter(({ path }) => path === '/subscriptions')).to.have.lengthOf(1)
})

test('a change whose answer is lost is sent again with the same key', async () => {
  const service = new FakePortalService(ending())
  service.answers = [{ kind: 'lost' }, { kind: 'lost' }, { kind: 'ok', value: null }]
  const portal = await mountPortal(service)

  await press(portal, 'resume-sub_1')

  expect(service.sent).to.have.lengthOf(3)
  expect(new Set(service.sent.map(({ key }) => key)).size).to.equal(1)
  expect(words(portal, 'notice')).to.equal('Your subscription continues')
})

test('a refused change states that nothing has changed, and open forms stay open', async () => {
  const service = new FakePortalService()
  service.answers = [{ kind: 'refused', code: 'payment_in_progress', message: 'in flight', request_id: 'req_1' }]
  const portal = await mountPortal(service)
  const codes: string[] = []
  portal.addEventListener('billing-portal-error', (event) => codes.push((event as unknown as { code: string }).code))

  await press(portal, 'cancel-sub_1')
  await press(portal, 'confirm')

  expect(words(portal, 'notice')).to.equal('A payment is still being processed. Please try again in a minute.')
  expect([part(portal, 'task') === null, focusIn(portal), codes]).to.deep.equal([
    false,
    'notice',
    ['payment_in_progress'],
  ])
})
