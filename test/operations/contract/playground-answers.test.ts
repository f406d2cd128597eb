import type { Checkout, Payment } from '@billing-checkout/contract'
import { aCheckout, type CheckoutWishes } from '@billing-checkout/element/testing'
import { regionsToChoose } from '@billing-checkout/domain'
import { states } from '@billing-checkout/example-playground'
import { beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../support/databases/databases.ts'
import { aMonthlyPlan, aShopper, createPlan, type Shopper } from '../../support/stories/shopper.ts'
import { aSubscriber, moveClock } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

// The playground and the component tests show the element made-up answers. This test brings the real server into the same situations, and
// compares every member of its answers with the made-up ones.

const settings = {
  display_name: 'Northern Light',
  terms_url: 'https://example.com/terms',
  privacy_url: 'https://example.com/privacy',
  support_email: 'help@example.com',
  cancel_url: null,
  payment_method_kinds: ['CARD'],
  tax_registrations: [
    { country: 'DE', region: null, behavior: 'exclusive' },
    { country: 'ES', region: 'MD', behavior: 'exclusive' },
  ],
}

/** The playground's situations by name: those without simulated trouble, and only one for each set of wishes. */
const situations = Object.entries(states).filter(
  ([, { trouble, wishes }], place, all) =>
    trouble === undefined &&
    all.findIndex(([, other]) => JSON.stringify(other.wishes) === JSON.stringify(wishes)) === place,
)

const locales = ['en', 'de', 'ar'] as const

interface Situation {
  readonly shopper: Shopper
  readonly periodStart: string | undefined
}

const service = useService(() => openTestDatabase('embedded'), { settings, hostedPages: 'off' })
const answers = new Map<string, { readonly wishes: CheckoutWishes; readonly checkout: Checkout }>()

beforeAll(async () => {
  const subscribers = new Map<string, Awaited<ReturnType<typeof aSubscriber>>>()
  const subscribe = async (isWanted: (wishes: CheckoutWishes) => boolean) => {
    for (const [name, { wishes = {} }] of situations)
      if (isWanted(wishes) && aCheckout(wishes).subscription !== null)
        subscribers.set(name, await aFormerSubscriber(wishes))
  }
  await subscribe(({ purpose }) => purpose === 'recover')
  await moveClock(service, 'P17D')
  await subscribe(({ purpose }) => purpose !== 'recover')
  await moveClock(service, 'P15D')
  const opened: [string, CheckoutWishes, Situation][] = []
  for (const [name, { wishes = {} }] of situations)
    opened.push([name, wishes, await open(wishes, subscribers.get(name))])
  for (const [name, wishes, { shopper, periodStart }] of opened)
    for (const locale of locales) {
      if (wishes.phase === 'expired') await moveClock(service, 'PT6M')
      const { body } = await service.send('GET', `/checkout/${shopper.sessionId}?locale=${locale}`, { key: null })
      const at = body.quote?.at ?? body.now.billing
      answers.set(`${name}, ${locale}`, {
        wishes: {
          ...wishes,
          locale,
          at,
          ...(periodStart && { periodStart }),
          // The made-up answers leave out the server's long table of regions.
          ...(wishes.addressFields?.includes('state') && { regions: regionsOf(wishes.country) }),
        },
        checkout: body,
      })
    }
})

/** A subscriber to the former plan, with the name and price that the playground made up: the server must present them in the same way. */
const aFormerSubscriber = async (wishes: CheckoutWishes) => {
  const { subscription, consent } = aCheckout(wishes)
  const prices: Readonly<Record<string, number>> = { 'Aurora Sketch': 900, 'Aurora Atelier': 6300 }
  const name = subscription!.plan_name
  const subscriber = await aSubscriber(
    service,
    aMonthlyPlan({ name, price: { default: { amount: prices[name] ?? 1900, currency: 'EUR' }, countries: [] } }),
    { exp_month: 8, exp_year: 2029, ...(wishes.purpose === 'recover' && { number: '4000000000000341' }) },
    { email: anEmail(), address: { country: consent.country } },
  )
  if (wishes.purpose === 'resume') await service.send('POST', `/subscriptions/schedule-cancel/${subscriber.id}`)
  return subscriber
}

const regionsOf = (country = '') => regionsToChoose(country).map(({ code, name }) => ({ code, name }))

let emails = 0
const anEmail = () => `a${(emails += 1)}@example.com`

const open = async (
  wishes: CheckoutWishes,
  subscriber: Awaited<ReturnType<typeof aSubscriber>> | undefined,
): Promise<Situation> => {
  const { session, consent, purpose, phase } = aCheckout(wishes)
  const country = { address: { country: consent.country } }
  const known = session.customer?.id && !subscriber && { email: anEmail(), ...country }
  const customerId =
    subscriber?.customerId ?? (known && (await service.send('POST', '/customers', { body: known })).body.id)
  const plan =
    session.plan &&
    (subscriber === undefined || purpose === 'change_plan') &&
    (await createPlan(service, planOf(wishes)))
  if (wishes.refusal && plan) await subscribeBefore(customerId, plan.id, wishes)
  const shopper = await aShopper(service, {
    customer: customerId ? { id: customerId } : { email: anEmail(), ...country },
    ...(plan && { plan: { id: plan.id } }),
    ...(subscriber && {
      subscription: { id: subscriber.id, ...(wishes.proration && { proration_billing_mode: wishes.proration }) },
    }),
    options: {
      currency_details: false,
      expires_in: phase === 'expired' ? 300 : (wishes.expiresIn ?? 86_400_000) < 300_000 ? 300 : 86_400,
      ...(!wishes.hasSavedMethods && { payment_methods_mode: 'new_only' }),
    },
  })
  if (phase === 'completed') await shopper.pay({ exp_month: 12, exp_year: 2029 })
  if (phase === 'processing') await shopper.pay({ exp_month: 12, exp_year: 2029, number: '4000000000003220' })
  const periodStart = subscriber && (await subscriber.subscription()).current_period_start
  return { shopper, periodStart }
}

let groups = 0

/** Gives the customer the subscription because of which a session is refused: to the session's plan, or to another plan of its group. */
const subscribeBefore = async (customerId: string, planId: string, { refusal }: CheckoutWishes): Promise<void> => {
  const name = refusal?.subscription?.plan_name
  const group = `products ${(groups += 1)}`
  await service.send('PATCH', `/plans/${planId}`, { body: { group } })
  const had = name === undefined ? planId : (await createPlan(service, aMonthlyPlan({ name, group }))).id
  await (await aShopper(service, { customer: { id: customerId }, plan: { id: had } })).pay()
}

const planOf = (wishes: CheckoutWishes): object => {
  const { name, type, interval, interval_count, amount, trial } = aCheckout(wishes).session.plan!
  const price = (minor: number) => ({ default: { amount: minor, currency: 'EUR' }, countries: [] })
  return {
    name,
    type,
    ...(interval && { interval, interval_count }),
    price: price(amount),
    ...(trial && { trial_interval: trial.interval, trial_interval_count: trial.interval_count }),
    ...(trial && trial.amount > 0 && { trial_price: price(trial.amount) }),
  }
}

/** The part of an answer to compare: without ids, without times of day, and without members that this test did not set up. */
const comparable = ({ session, subscription, payment, ...checkout }: Checkout, { purpose }: CheckoutWishes) => ({
  ...checkout,
  session: {
    ...session,
    id: 'id',
    expiry_date: 'later',
    customer: session.customer && { ...session.customer, id: session.customer.id && 'id' },
    plan: session.plan && { ...session.plan, id: 'id', created_at: 'then', updated_at: 'then' },
    subscription: session.subscription && { ...session.subscription, id: 'id' },
  },
  // The card that declines every renewal has other digits than the card in the made-up answers.
  subscription: subscription && {
    ...subscription,
    method: subscription.method && {
      ...subscription.method,
      id: 'id',
      last4: purpose === 'recover' ? 'any' : subscription.method.last4,
    },
  },
  refusal: checkout.refusal && {
    ...checkout.refusal,
    subscription: checkout.refusal.subscription && { ...checkout.refusal.subscription, id: 'id' },
  },
  client_token: checkout.client_token && 'token',
  payment: payment && comparablePayment(payment),
  quote: checkout.quote && {
    ...checkout.quote,
    id: 'id',
    hash: 'hash',
    at: day(checkout.quote.at),
    expires_at: day(checkout.quote.expires_at),
    next_charge: checkout.quote.next_charge && {
      ...checkout.quote.next_charge,
      at: day(checkout.quote.next_charge.at),
    },
  },
  payment_methods: 'some',
  method_kinds: 'some',
  connections: 'some',
  now: 'now',
})

/**
 * A payment to compare: without ids, times and the card's digits; without the challenge and its result, which depend on the card; and
 * without the subscription, which is compared separately.
 */
const comparablePayment = (payment: Payment) => ({
  ...payment,
  next_action: 'any',
  id: 'id',
  payment_method: payment.payment_method && {
    ...payment.payment_method,
    id: 'id',
    details: { ...payment.payment_method.details, bin: 'bin', last4: 'last4', number: 'number' },
  },
  customer: { ...payment.customer, id: 'id', created_at: 'then', updated_at: 'then' },
  subscription: 'any',
  three_d_secure: 'any',
  created_at: 'then',
  updated_at: 'then',
})

const day = (at: string) => at.slice(0, 10)

const cases = situations.flatMap(([name]) => locales.map((locale) => `${name}, ${locale}`))

test.each(cases)('the server answers like the made-up answer of the playground: %s', (name) => {
  const { wishes, checkout } = answers.get(name)!
  const due = aCheckout(wishes).quote?.due_now.amount
  const payment = wishes.payment && { ...wishes.payment, amount: due ?? wishes.payment.amount }

  expect(comparable(checkout, wishes)).toEqual(
    comparable(aCheckout({ ...wishes, ...(payment && { payment }) }), wishes),
  )
})
