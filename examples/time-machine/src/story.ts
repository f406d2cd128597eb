import type { BillingClient } from '@billing-checkout/client'
import { readMoments } from './moments.ts'
import { payAtCheckout } from './shopper.ts'
import { renderTimeline } from './timeline.ts'
import { money } from './words.ts'

/** Published test cards: one that always works, one that works once, one of another brand. */
const cards = { good: '4242 4242 4242 4242', tired: '4000 0000 0000 0341', other: '5555 5555 5555 4444' } as const

/** Plays fourteen months of a subscription on a sandbox server, and prints what people do and what the service does by itself. */
export const tellStory = async (
  client: BillingClient,
  baseUrl: string,
  print: (line: string) => void,
): Promise<void> => {
  const timeline = renderTimeline(print)
  const moments = readMoments()
  let seen: string | undefined

  /** Prints what has happened since the last call. */
  const look = async () => {
    const { data } = await client.findEvents({ limit: 1000, ...(seen === undefined ? {} : { after: seen }) })
    seen = data.at(-1)?.id ?? seen
    for (const moment of moments(data)) timeline.moment(moment)
  }
  /** Moves the clock, so that everything due until then happens, and prints what has happened. */
  const until = async (to: string) => {
    await client.advanceSandboxClock({ to })
    await look()
  }
  const act = async (at: string, words: string) => {
    await until(at)
    timeline.act(at, words)
  }

  const start = '2032-01-17T09:30:00Z'
  await client.advanceSandboxClock({ to: start })
  seen = await lastEvent(client)
  const reader = await client.createPlan({
    name: 'Reading Room',
    type: 'recurring',
    interval: 'months',
    price: { default: { amount: 999, currency: 'EUR' }, countries: [] },
    trial_interval: 'days',
    trial_interval_count: 14,
  })
  const library = await client.createPlan({
    name: 'Library',
    type: 'recurring',
    interval: 'months',
    price: { default: { amount: 1999, currency: 'EUR' }, countries: [] },
  })
  timeline.title('Fourteen months of a subscription', 'Reading Room, 9.99 EUR a month after 14 days for nothing')

  timeline.act(start, 'Mina subscribes')
  const { customer, subscription } = await payAtCheckout(
    client,
    baseUrl,
    { customer: { email: 'mina@example.com', full_name: 'Mina Okafor' }, plan: { id: reader.id } },
    cards.good,
  )
  if (subscription === null) throw new Error('Mina could not subscribe.')
  const named = { customer: { id: customer.id }, subscription: { id: subscription.id } }
  await look()

  await act('2032-04-10T12:00:00Z', 'Mina gives a card that will soon stop working')
  await payAtCheckout(client, baseUrl, named, cards.tired)
  await look()

  await act('2032-05-09T18:00:00Z', 'Mina comes back, pays with another card, and the month starts anew')
  await payAtCheckout(client, baseUrl, named, cards.other)
  await look()

  await act('2032-06-19T18:00:00Z', 'After ten of thirty days she takes the Library, 19.99 EUR a month')
  const { quote } = await client.previewSubscription({ subscription: named.subscription, plan: { id: library.id } })
  for (const { kind, amount } of quote.lines) {
    timeline.aside(asides[kind], money(amount, quote.due_now.currency))
  }
  await client.createPayment({ ...named, plan: { id: library.id } })
  await look()

  await act('2033-03-01T09:00:00Z', 'Mina cancels; what she has paid for goes on')
  await client.scheduleCancellation(subscription.id)
  await until('2033-04-01T00:00:00Z')

  timeline.close(await sumUp(client, customer.id))
}

const asides = {
  plan: 'a month of the Library',
  discount: 'the discount',
  credit: 'twenty days of the Reading Room that are paid and not used',
  trial: 'the trial',
  kept: 'kept for later charges',
  customer_credit: 'credit of the customer',
  surcharge: 'left from an earlier change',
  rounding: 'rounded down',
  tax: 'tax',
  verification: 'verification',
} as const

const lastEvent = async (client: BillingClient): Promise<string | undefined> => {
  let last: string | undefined
  for (;;) {
    const { data, meta } = await client.findEvents({ limit: 1000, ...(last === undefined ? {} : { after: last }) })
    last = data.at(-1)?.id ?? last
    if (!meta.has_more) return last
  }
}

/** Sums up the payments that the server has stored, for comparison with the timeline. */
const sumUp = async (client: BillingClient, customerId: string): Promise<string> => {
  let [charges, paid, declines] = [0, 0, 0]
  for await (const { payment_status: status, amount } of client.all.findPayments({ search: customerId })) {
    if (status === 'DECLINED') declines += 1
    else if (amount > 0) {
      charges += 1
      paid += amount
    }
  }
  return `${charges} charges, ${money(paid, 'EUR')} in all; ${declines} declines.`
}
