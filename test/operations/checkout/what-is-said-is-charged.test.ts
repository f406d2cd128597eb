import type { Checkout } from '@billing-checkout/contract'
import { addInterval, type Interval } from '@billing-checkout/domain'
import { beforeAll, expect, test, vi } from 'vitest'
import { buttonText, disclosureOf, offerKindOf } from '#element/checkout/order/offer.ts'
import { prepareOrder } from '#element/checkout/order/order.ts'
import { renderTerms } from '#element/views/form/disclosure.ts'
import { renderReceipt } from '#element/views/outcome/receipt.ts'
import { renderSummary } from '#element/views/summary.ts'
import { openTestDatabase } from '../../support/databases/databases.ts'
import { elementsIn, markupOf, wordsIn } from '../../support/pages/read-markup.ts'
import { amountIn, amountsIn, daysIn, englishTexts as texts } from '../../support/pages/read-english.ts'
import {
  checkoutStories as stories,
  places,
  type CheckoutStory as Story,
} from '../../support/stories/checkout-stories.ts'
import { registrations } from '../../support/processors/scripted-taxes.ts'
import { aMonthlyPlan, anEmail, aShopper, type Card, createPlan, sealCard } from '../../support/stories/shopper.ts'
import { aScriptedProcessor, aSubscriber, moveClock, type ScriptedProcessor } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

// Compares every amount that a shopper reads in a checkout with what is later charged: to the cent, on the day, in the stated currency.
// The real server's answers are rendered by the element's own views.

/** A day, and an amount in minor units. */
type Dated = readonly [day: string, amount: number]

/** What the shopper read, and what was then charged. */
interface Told {
  readonly checkout: Checkout
  readonly summary: string
  readonly agreed: string
  readonly button: string
  readonly receipt: string
  readonly receiptAfterReload: string
  /** The text that was stored as consent. */
  readonly consent: string
  readonly paidNow: number
  readonly charges: readonly Dated[]
}

let processor: ScriptedProcessor
const service = useService(
  () => openTestDatabase('postgresql'),
  (database) => {
    processor = aScriptedProcessor(database)
    return { settings: { tax_registrations: registrations }, processor }
  },
)
const told = new Map<string, Told>()

// The marks of card brands need a page, which this test does not have. They contain no amounts.
const noMark = { setAttribute: () => {}, append: () => {} }
const noPage = { createElementNS: () => noMark, createElement: () => noMark }

beforeAll(async () => {
  vi.stubGlobal('document', noPage)
  // On the first of a month, so that every later month has the billing date.
  const today = new Date()
  await moveClock(service, new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 1, 10)).toISOString())
  const [owed, others] = [true, false].map((isOwed) => stories.filter(({ before }) => (before === 'owed') === isOwed))
  const owing = await eachOf(owed!, async (story) => [story, await subscriberOf(story)] as const)
  processor.script.push(...owing.map(() => 'decline' as const))
  await moveClock(service, 'P10DT1H')
  const bought = await eachOf(owing, buy)
  const subscribers = await eachOf(others!, async (story) => [story, await subscriberOf(story)] as const)
  await moveClock(service, 'P15DT1H')
  bought.push(...(await eachOf(subscribers, buy)))
  await moveClock(service, 'P80D')
  for (const { title, subscriptionId, until, ...rest } of bought)
    told.set(title, { ...rest, charges: await chargesOf(subscriptionId, until) })
  return () => void vi.unstubAllGlobals()
})

/** Runs a function for several items at once, as many as the database has connections for. */
const eachOf = async <Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = []
  for (let from = 0; from < items.length; from += 6)
    results.push(...(await Promise.all(items.slice(from, from + 6).map(act))))
  return results
}

type Subscriber = Awaited<ReturnType<typeof aSubscriber>>

const subscriberOf = async ({ before, place }: Story): Promise<Subscriber | null> => {
  if (before === 'none') return null
  const isPastDue = before === 'past due'
  const isShort = isPastDue || before === 'owed'
  const plan = aMonthlyPlan({
    price: { default: { amount: 3000, currency: 'EUR' }, countries: [] },
    ...(isShort && { interval: 'days', interval_count: 10 }),
  })
  const card: Partial<Card> = isPastDue ? { number: '4000000000000341' } : {}
  return aSubscriber(service, plan, card, { email: anEmail(), address: { country: places[place] } })
}

const buy = async ([story, subscriber]: readonly [Story, Subscriber | null]) => {
  if (subscriber !== null && story.balance !== 0)
    await service.database.db
      .updateTable('subscriptions')
      .set({ balanceAmount: story.balance })
      .where('id', '=', subscriber.id)
      .execute()
  if (story.before === 'ending') await service.send('POST', `/subscriptions/schedule-cancel/${subscriber!.id}`)
  const plan = story.plan && (await createPlan(service, story.plan))
  const shopper = await aShopper(service, {
    options: { locale: 'en' },
    ...(plan && { plan: { id: plan.id } }),
    ...(subscriber
      ? {
          customer: { id: subscriber.customerId },
          subscription: { id: subscriber.id, ...(story.mode && { proration_billing_mode: story.mode }) },
        }
      : { customer: { email: anEmail(), address: { country: places[story.place] } } }),
  })
  const checkout: Checkout = (await shopper.look()).body
  const view = { checkout, texts }
  const order = await prepareOrder(checkout, {
    texts,
    offers: { buttonText: buttonText, disclosureOf, offerKindOf },
    usesCard: true,
    savedMethod: null,
    wallet: undefined,
    isStored: false,
    seal: async () =>
      ({ type: 'sealed', encrypted: await sealCard(service, shopper.sessionId, aCardOfManyYears) }) as never,
    wall: Date.parse(checkout.now.wall),
  })
  if (order === null || order.kind === 'problem' || order.kind === 'declined')
    throw new Error(`No order: ${story.title}`)
  const isPaid = order.kind === 'payment'
  const answer = await service.send(isPaid ? 'POST' : 'PATCH', isPaid ? '/payments' : '/subscriptions', {
    key: checkout.client_token,
    body: order.request,
  })
  if (answer.status !== 200) throw new Error(`${story.title}: ${JSON.stringify(answer.body)}`)
  const payment = isPaid ? answer.body : null
  const after: Checkout = (await shopper.look()).body
  return {
    title: story.title,
    checkout,
    summary: markupOf(renderSummary(view, '' as never)),
    agreed: wordsIn(elementsIn(markupOf(renderTerms(view, true)), 'disclosure')[0]!),
    button: buttonText(checkout, texts),
    receipt: wordsIn(markupOf(renderReceipt(view, payment))),
    receiptAfterReload: wordsIn(markupOf(renderReceipt({ checkout: after, texts }, after.payment))),
    consent: order.request.consent.text,
    paidNow: payment?.amount ?? 0,
    subscriptionId: (isPaid ? payment.subscription?.id : answer.body.id) as string | undefined,
    until: checkout.now.billing,
  }
}

const aCardOfManyYears: Card = {
  number: '4242424242424242',
  exp_month: 12,
  exp_year: 2090,
  cvc: '123',
  name: 'Mina Okafor',
}

/** The charges without the shopper after a time, each with its day. */
const chargesOf = async (id: string | undefined, after: string): Promise<readonly Dated[]> => {
  if (id === undefined) return []
  const { body } = await service.send('GET', `/payments?payment_status_set=${id}&order=asc&limit=1000`)
  return body.data
    .filter(({ payment_type, created_at }: Payment) => payment_type === 'MIT' && created_at > after)
    .map(({ created_at, amount, payment_status }: Payment): Dated => {
      if (payment_status !== 'SETTLED' && payment_status !== 'SETTLING') throw new Error(`${id}: ${payment_status}`)
      return [created_at.slice(0, 10), amount]
    })
}

interface Payment {
  readonly payment_type: string
  readonly payment_status: string
  readonly created_at: string
  readonly amount: number
}

/**
 * The charges before `until` that texts announce. Each text states an amount and the first day on which it is charged. An amount of zero
 * announces no charge.
 */
const chargesBy = (said: readonly Dated[], { unit, count }: Interval, until: string): readonly Dated[] =>
  said.flatMap(([day, amount], place) => {
    const end = said[place + 1]?.[0] ?? until
    const days: string[] = []
    for (let n = 0; ; n += 1) {
      const next = addInterval(`${day}T10:00:00.000Z`, unit, count * n).slice(0, 10)
      if (next >= end) break
      days.push(next)
    }
    return amount === 0 ? [] : days.map((next): Dated => [next, amount])
  })

const intervalOf = ({ quote }: Checkout): Interval => ({
  unit: quote?.recurring?.interval ?? 'months',
  count: quote?.recurring?.interval_count ?? 1,
})

const dayAfter = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)

/** The day 79 days after the checkout. In every story, the clock was moved further than that. */
const lastDay = ({ now }: Checkout) => new Date(Date.parse(now.billing) + 79 * 86_400_000).toISOString().slice(0, 10)

test.each(stories.map(({ title }) => title))('%s is charged as the checkout announces it', (title) => {
  const { checkout, summary, agreed, button, receipt, receiptAfterReload, consent, paidNow, charges } = told.get(title)!
  const until = lastDay(checkout)
  const actual = charges.filter(([day]) => day < until)
  const steps = elementsIn(summary, 'schedule-step').map((step): Dated => {
    const words = wordsIn(elementsIn(step, 'much')[0]!)
    return [daysIn(step)[0] ?? 'today', words === 'Nothing to pay' ? 0 : amountIn(words)]
  })
  const rhythms = elementsIn(summary, 'rhythm').map(wordsIn)

  // The amount due now, in headline, timeline, agreed text, button and receipt.
  expect(amountIn(wordsIn(elementsIn(summary, 'amount')[0]!))).toBe(paidNow)
  if (steps.length > 0) expect(steps[0]).toEqual(['today', paidNow])
  for (const amount of amountsIn(button)) expect(amount).toBe(paidNow)
  const due = /You pay (\S+)|pay (\S+) today/.exec(agreed)?.[0]
  if (paidNow > 0) expect(amountIn(due ?? '')).toBe(paidNow)

  // The later charges: the timeline and the agreed text each state all of them; the headline states the next and the last.
  const interval = intervalOf(checkout)
  if (steps.length > 0) expect(chargesBy(steps.slice(1), interval, until)).toEqual(actual)
  // A purchase has no timeline only if it neither charges nor changes anything later.
  else expect(['pay', 'resume', 'update_method']).toContain(checkout.purpose)
  const sentences = agreed.split(/(?<=\.) (?=[A-Z])/)
  const promised: Dated[] = []
  for (const sentence of sentences) {
    const before = promised.at(-1)?.[0]
    const from = before === undefined ? daysIn(checkout.quote_display!.next_charge?.date ?? '')[0] : dayAfter(before)
    if (sentence.startsWith('Your credit covers every payment')) promised.push([from!, 0])
    if (/^(On|From) .* you pay /.test(sentence)) promised.push([daysIn(sentence)[0]!, amountIn(sentence)])
  }
  if (checkout.purpose !== 'update_method') expect(chargesBy(promised, interval, until)).toEqual(actual)
  for (const sentence of sentences)
    if (sentence.startsWith('Your credit covers')) expect(actual.map(([day]) => day)).toContain(daysIn(sentence)[0])
  const [next, price] = [rhythms.at(-2), rhythms.at(-1)]
  if (next !== undefined) expect([daysIn(next)[0], amountIn(next)]).toEqual(actual[0])
  if (price !== undefined) {
    expect(amountIn(price)).toBe(actual.at(-1)?.[1])
    const from = daysIn(price)[0] ?? actual[0]![0]
    expect(actual.find(([day]) => day >= from)?.[0]).toBe(from)
    expect(actual.filter(([day]) => day >= from).every(([, amount]) => amount === amountIn(price))).toBe(true)
  }

  // The receipt stays the same after a reload, and the stored consent is the text that was read.
  expect(receiptAfterReload).toBe(receipt)
  expect(receipt).toContain('•••• 4242')
  if (checkout.quote!.next_charge !== null) {
    const said = receipt.slice(receipt.indexOf('Next payment'))
    expect([daysIn(said)[0], amountIn(said)]).toEqual(actual[0])
  }
  if (paidNow > 0) expect(amountIn(receipt)).toBe(paidNow)
  expect(consent).toBe(agreed)
})

test.each(stories.map(({ title }) => title))('%s is explained by lines that sum to each amount', (title) => {
  const { checkout, summary, paidNow, charges } = told.get(title)!
  const display = checkout.quote_display!
  const groups = [...summary.matchAll(/<dl class="lines".*?<\/dl>/gs)].map(([markup]) =>
    elementsIn(markup, 'line-amount').map(amountIn),
  )
  const sums = groups.map((amounts) => amounts.reduce((sum, amount) => sum + amount, 0))

  expect(sums).toEqual([
    ...(display.lines.length > 1 || (checkout.quote!.tax.behavior === 'inclusive' && checkout.quote!.tax.amount > 0)
      ? [paidNow]
      : []),
    ...display.later_charges.filter(({ lines }) => lines.length > 0).map(({ amount }) => amount),
  ])
  // Every later charge that differs from the price has lines that explain it.
  const price = charges.at(-1)?.[1]
  for (const { amount, lines } of display.later_charges) expect(lines.length > 0 || amount === price).toBe(true)
})
