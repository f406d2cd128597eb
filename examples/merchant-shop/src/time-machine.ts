import type { BillingClient, CurrencyCode, Payment, Subscription } from '@billing-checkout/client'

/** The steps by which the panel moves the clock. */
export const steps = ['day', 'week', 'month', 'next'] as const

/** One step of the clock; `next` moves to the next charge. */
export type Step = (typeof steps)[number]

/** Something that happened to one subscription while the clock moved. */
export interface Happened {
  readonly at: string
  readonly subscriptionId: string
  readonly plan: string
  readonly what: 'charged' | 'declined' | 'trialEnding' | 'renewalUpcoming' | 'ended'
  readonly amount: { readonly minor: number; readonly currency: CurrencyCode } | null
  readonly method: Payment['payment_method']
}

/** A move of the clock and everything that happened meanwhile, in order. */
export interface Moved {
  readonly from: string
  readonly to: string
  readonly happened: readonly Happened[]
}

/** Moves the sandbox's clock for the shop's panel. A real shop cannot move its clock. */
export interface TimeMachine {
  /** The result of the last move; null before the first. */
  readonly last: Moved | null
  now(): Promise<string>
  /** Moves the clock by a step. The step `next` moves it to `nextCharge`; if `nextCharge` is null, the clock does not move. */
  move(step: Step, nextCharge: string | null): Promise<void>
}

/** Opens a time machine for a billing service. The machine remembers its last move while the shop runs. */
export const createTimeMachine = (client: BillingClient): TimeMachine => {
  let last: Moved | null = null
  return {
    get last() {
      return last
    },
    now: async () => (await client.findSandboxClock()).now,
    async move(step, nextCharge) {
      const { now: from } = await client.findSandboxClock()
      const way = step === 'next' ? nextCharge && { to: later(nextCharge, from) } : { advance: durations[step] }
      if (!way) return
      const { now: to, ran } = await client.advanceSandboxClock(way)
      const told = ran.flatMap(({ at, what, id }) => {
        const known = notices[what]
        return known === undefined ? [] : [{ at, what: known, id }]
      })
      const happened = [...(await charges(client, from, to)), ...(await nameSubscriptions(client, told))]
      last = { from, to, happened: happened.toSorted((one, other) => one.at.localeCompare(other.at)) }
    },
  }
}

const durations = { day: 'P1D', week: 'P7D', month: 'P1M' } as const

const later = (one: string, other: string): string => (one > other ? one : other)

/** What to report about events without a payment. The keys are the names of the events in the clock's answer. */
const notices: Readonly<Partial<Record<string, Happened['what']>>> = {
  'subscription.trial_ending': 'trialEnding',
  'subscription.renewal_upcoming': 'renewalUpcoming',
  'subscription.cancelled': 'ended',
}

/** The renewals that were charged or declined during the move. */
const charges = async (client: BillingClient, from: string, to: string): Promise<readonly Happened[]> => {
  const { data } = await client.findPayments({ from, to, order: 'asc', limit: 1000 })
  return data
    .filter(isRenewal)
    .map(({ created_at: at, subscription, amount, currency_code, payment_method, payment_status }) => ({
      at,
      subscriptionId: subscription!.id,
      plan: subscription!.plan.name,
      what: payment_status === 'DECLINED' ? 'declined' : 'charged',
      amount: { minor: amount, currency: currency_code },
      method: payment_method,
    }))
}

const isRenewal = ({ payment_type: type, payment_status: status, subscription, amount }: Payment): boolean =>
  type === 'MIT' &&
  subscription !== null &&
  amount > 0 &&
  ['AUTHORIZED', 'SETTLING', 'SETTLED', 'DECLINED'].includes(status)

interface Told {
  readonly at: string
  readonly what: Happened['what']
  readonly id: string
}

const nameSubscriptions = async (client: BillingClient, told: readonly Told[]): Promise<readonly Happened[]> => {
  const ids = [...new Set(told.map(({ id }) => id))]
  const found = await Promise.all(ids.map((id) => client.findSubscription(id)))
  const plans = new Map(found.map(({ id, plan }: Subscription) => [id, plan.name]))
  return told.map(({ at, what, id }) => ({
    at,
    what,
    subscriptionId: id,
    plan: plans.get(id) ?? '',
    amount: null,
    method: null,
  }))
}
