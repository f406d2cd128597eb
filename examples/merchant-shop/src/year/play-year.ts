import type { BillingClient, Payment, Plan, Subscription } from '@billing-checkout/client'
import { type Catalogue, stockCatalogue } from '../catalogue.ts'
import { type Chance, chanceOf } from './chance.ts'
import { day, type Diary, openDiary } from './diary.ts'
import { inventPerson } from './people.ts'
import { cards, payAtCheckout } from './pay.ts'

/** The start and end of the year, in milliseconds since 1970. */
export interface Year {
  readonly begin: number
  readonly end: number
}

/**
 * Plays a year of the shop through the interface: people buy, change, cancel and are charged while the sandbox clock
 * moves from moment to moment. `onMonth` is called at the beginning of each month, counted from 0.
 */
export const playYear = async (
  client: BillingClient,
  baseUrl: string,
  { begin, end }: Year,
  onMonth: (month: number) => Promise<void>,
): Promise<void> => {
  const arrive = async (at: number): Promise<void> => {
    const to = new Date(at).toISOString()
    // The clock runs on while people act, so it may already be later than this moment.
    if ((await client.findSandboxClock()).now < to) await client.advanceSandboxClock({ to })
  }
  await arrive(begin)
  const diary = openDiary(end)
  const chance = chanceOf(43)
  const stock = { ...(await stockCatalogue(client)), ...(await stockMore(client, begin)) }
  const scene: Scene = { client, baseUrl, diary, chance, stock, end }
  let number = 0
  const month = (end - begin) / buyersByMonth.length
  for (const [index, count] of buyersByMonth.entries()) {
    const from = begin + index * month
    diary.add(from, () => onMonth(index))
    for (let buyer = 0; buyer < count; buyer++) {
      const at = from + chance.between(60_000, month - 60_000)
      number += 1
      const card = specialCards.get(number)
      const given = number
      diary.add(at, () => buy(scene, at, given, card))
    }
  }
  // Because of these purchases, the year ends with renewals that are being retried, an open dispute and a pending refund.
  for (const [days, card] of waiting) {
    const at = end - days * day
    const given = ++number
    diary.add(at, () => buy(scene, at, given, card))
  }
  await diary.play(arrive)
  await arrive(end)
}

/** The number of new buyers in each month of a growing shop. */
const buyersByMonth = [18, 16, 19, 22, 21, 26, 24, 27, 31, 34, 38, 40]

const specialCards: ReadonlyMap<number, string> = new Map([
  [40, cards.disputedAndLost],
  [95, cards.disputedAndWon],
  [160, cards.inquiry],
  [230, cards.disputedAndLost],
])

/** The purchases after which the year ends with something open: how many days before the end each is made, and with which card. */
const waiting: readonly (readonly [days: number, card: string])[] = [
  [38, cards.tired],
  [35, cards.tired],
  [34, cards.tired],
  [32, cards.tired],
  [4, cards.disputedAndLost],
  [0.5, cards.lateRefund],
]

interface Scene {
  readonly client: BillingClient
  readonly baseUrl: string
  readonly diary: Diary
  readonly chance: Chance
  readonly stock: Catalogue & { readonly office: Plan }
  readonly end: number
}

const stockMore = async (client: BillingClient, begin: number): Promise<{ readonly office: Plan }> => {
  const at = (days: number) => new Date(begin + days * day).toISOString()
  await client.createDiscount({
    name: 'Welcome',
    code: 'WELCOME20',
    percent_off: 20,
    duration: 'periods',
    periods: 3,
  })
  await client.createDiscount({
    name: 'Partner price',
    code: 'PARTNER15',
    percent_off: 15,
    duration: 'forever',
    plans: ['teas'],
  })
  await client.createDiscount({
    name: 'Spring kettle',
    code: 'SPRING',
    amount_off: { amount: 500, currency: 'EUR' },
    duration: 'once',
    max_redemptions: 40,
    starts_at: at(90),
    ends_at: at(200),
  })
  const office = await client.createPlan({
    name: 'Office Pantry',
    type: 'recurring',
    interval: 'months',
    interval_count: 1,
    quantity: { min: 2, max: 100 },
    price: {
      default: { amount: 450, currency: 'EUR' },
      countries: [
        { countries: ['US'], price: { amount: 500, currency: 'USD' } },
        { countries: ['GB'], price: { amount: 400, currency: 'GBP' } },
        { countries: ['JP'], price: { amount: 700, currency: 'JPY' } },
      ],
    },
  })
  return { office }
}

/** One person buys a product, and the person's later actions are added to the diary. */
const buy = async (scene: Scene, at: number, number: number, special: string | undefined): Promise<void> => {
  const { client, baseUrl, chance, stock } = scene
  const person = inventPerson(chance, number)
  const plan = special === undefined ? chooseOffer(scene) : stock['daily-cup']
  const quantity = plan === stock.office ? chance.between(3, 30) : 1
  const code = plan.type === 'one-off' || special !== undefined ? null : chooseCode(chance, person.country, at, scene)
  const members = {
    customer: { external_id: `reader-${number}`, ...person },
    plan: { id: plan.id, quantity },
    ...(code !== null && { discount: { code } }),
  }
  const isTired = special === undefined && plan.type === 'recurring' && chance.percent(11)
  if (special === undefined && chance.percent(8)) {
    await payAtCheckout(client, baseUrl, members, cards.poor)
    if (chance.percent(35)) return
  }
  const card = special ?? (isTired ? cards.tired : chance.pick(cards.good))
  const payment = await payAtCheckout(client, baseUrl, members, card)
  if (special === cards.lateRefund) await client.refundPayment(payment.id, { reason: 'Bought by mistake' })
  if (special === undefined) laterRefund(scene, at, payment)
  if (payment.subscription === null || special !== undefined) return
  const { id, next_billing_date: next } = payment.subscription
  if (isTired && next !== null) laterRescue(scene, Date.parse(next), payment)
  else if (chance.percent(26)) laterCancel(scene, at, id)
  else if (plan === stock.office) laterQuantity(scene, at, id, quantity)
  else if (plan !== stock['year-of-leaves'] && chance.percent(22)) laterChange(scene, at, payment)
}

const chooseOffer = ({ chance, stock }: Scene): Plan =>
  stock[
    chance.pick([
      'daily-cup',
      'daily-cup',
      'daily-cup',
      'leaf-letter',
      'leaf-letter',
      'leaf-letter',
      'kettle-club',
      'kettle-club',
      'year-of-leaves',
      'first-tin',
      'first-tin',
      'office',
    ] as const)
  ]

const chooseCode = (chance: Chance, country: string, at: number, { end }: Scene): string | null => {
  if (chance.percent(16)) return 'WELCOME20'
  const days = (at - end) / day + 365
  if (days > 92 && days < 198 && !['US', 'GB', 'JP'].includes(country) && chance.percent(30)) return 'SPRING'
  return null
}

const laterRefund = ({ client, chance, diary }: Scene, at: number, payment: Payment): void => {
  if (!chance.percent(6)) return
  const isWhole = chance.percent(50)
  const reason = chance.pick(['The parcel arrived broken', 'The wrong tea was packed', 'The customer was not happy'])
  const later = at + chance.between(3, 12) * day
  diary.add(later, async () => {
    const { payment_status: status, amount } = await client.findPayment(payment.id)
    if (amount < 2 || (status !== 'SETTLED' && status !== 'SETTLING')) return
    await client.refundPayment(payment.id, { reason, ...(!isWhole && { amount: Math.floor(amount / 2) }) })
  })
}

/** Plans what a customer does whose card is declined at a renewal: two of three such customers return with another card. */
const laterRescue = (
  { client, baseUrl, chance, diary }: Scene,
  declined: number,
  { customer, subscription }: Payment,
): void => {
  if (!chance.percent(64)) return
  const later = declined + chance.between(1, 9) * day + chance.between(1, 12) * 3_600_000
  diary.add(later, async () => {
    const { status } = await client.findSubscription(subscription!.id)
    if (status !== 'past_due') return
    const named = { customer: { id: customer.id }, subscription: { id: subscription!.id } }
    await payAtCheckout(client, baseUrl, named, chance.pick(cards.good))
  })
}

const laterCancel = ({ client, chance, diary }: Scene, at: number, id: string): void => {
  const later = at + chance.between(12, 260) * day
  const returns = chance.percent(14)
  diary.add(later, async () => {
    if (!isRunning(await client.findSubscription(id))) return
    if (chance.percent(12)) {
      await client.cancelSubscription(id)
      return
    }
    await client.scheduleCancellation(id)
    if (!returns) return
    diary.add(later + 2 * day, async () => {
      const { status } = await client.findSubscription(id)
      if (status === 'scheduled_for_cancellation')
        await client.updateSubscription({ subscription: { id, status: 'active' } })
    })
  })
}

const laterQuantity = ({ client, chance, diary }: Scene, at: number, id: string, quantity: number): void => {
  diary.add(at + chance.between(35, 150) * day, async () => {
    const { status, plan } = await client.findSubscription(id)
    if (status !== 'active') return
    const changed = Math.max(2, quantity + chance.between(-3, 12))
    if (changed !== quantity)
      await client.updateSubscription({ subscription: { id }, plan: { id: plan.id, quantity: changed } })
  })
}

const laterChange = (
  { client, chance, diary, stock }: Scene,
  at: number,
  { customer, subscription }: Payment,
): void => {
  const { id } = subscription!
  diary.add(at + chance.between(40, 200) * day, async () => {
    const { status, plan } = await client.findSubscription(id)
    if (status !== 'active') return
    const better = stock['kettle-club']
    if (plan.id === better.id) {
      const subscriptionChange = { id, proration_billing_mode: 'at_period_end' } as const
      await client.updateSubscription({ subscription: subscriptionChange, plan: { id: stock['leaf-letter'].id } })
    } else {
      await client.createPayment({
        customer: { id: customer.id },
        subscription: { id },
        plan: { id: better.id },
      })
    }
  })
}

const isRunning = ({ status }: Subscription): boolean => status === 'active' || status === 'trial'
