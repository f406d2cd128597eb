import type { Cause } from './cause.ts'
import { differences, iso } from './differences.ts'
import type { Written, WrittenEvent, WrittenPayment } from './history.ts'
import { later } from './naive-calendar.ts'
import { asked, changedLater, changedNow, restarted, startWith } from './reckon-changes.ts'
import { declined, ended, failed, renewed } from './reckon-renewals.ts'
import { type Owed, owedBy, type Reckoned, type SoldPlan, untroubled } from './reckoned.ts'

/** A payment as the calculator knows it. */
interface KnownPayment {
  readonly status: WrittenPayment['status']
  readonly refunded: number
  /** What its cycle leaves as credit, where it starts one. */
  readonly balance: number
  readonly owed: Owed | null
  readonly withTrial: boolean
}

/** A calculator that works alone: from what was asked for and what banks answered it says what must be in the books. */
export interface Reckoning {
  /** Follows one transaction of a cause at a moment; answers what is written otherwise than it should be, a sentence each. */
  follow(written: Written, cause: Cause, now: number): readonly string[]
  /** What is left undone at a moment though it was due, a sentence each. */
  overdue(now: number): readonly string[]
  /** The charges that were made, by currency, in minor units: what was paid less what was given back. */
  readonly took: ReadonlyMap<string, number>
}

const isPaid = (status: WrittenPayment['status']): boolean => ['AUTHORIZED', 'SETTLING', 'SETTLED'].includes(status)

/** A calculator for what is sold, in an organization that dunns on some days. */
export const openReckoning = (plans: ReadonlyMap<string, SoldPlan>, days: readonly number[]): Reckoning => {
  const all = new Map<string, Reckoned>()
  const payments = new Map<string, KnownPayment>()
  const trials = new Set<string>()
  const took = new Map<string, number>()
  let faults: string[] = []
  let touched = new Set<string>()
  let skipped: string[] = []

  const fault = (sentence: string) => void faults.push(sentence)
  const put = (it: Reckoned) => {
    all.set(it.id, it)
    touched.add(it.id)
  }

  const begin = (payment: WrittenPayment, cause: Cause, now: number) => {
    const it = payment.subscription === null ? undefined : all.get(payment.subscription)
    const plan = plans.get(payment.plan)!
    const expected = expect(payment, plan, it, cause, now)
    if (payment.amount !== expected.amount) {
      fault(`Payment ${payment.id} to ${payment.purpose} is over ${payment.amount}; ${expected.amount} is due.`)
    }
    if (payment.currency !== plan.currency) fault(`Payment ${payment.id} is in ${payment.currency}.`)
    payments.set(payment.id, { status: 'PENDING', refunded: 0, balance: 0, owed: null, withTrial: false, ...expected })
  }

  const expect = (
    payment: WrittenPayment,
    plan: SoldPlan,
    it: Reckoned | undefined,
    cause: Cause,
    now: number,
  ): Partial<KnownPayment> & { readonly amount: number } => {
    switch (payment.purpose) {
      case 'subscribe': {
        const had = trials.has(`${payment.customer} ${plan.id}`)
        const withTrial = plan.trial !== null && !(had && !(cause.kind === 'subscribe' && cause.trial === 'always'))
        return { amount: withTrial ? plan.trial!.price : plan.price, withTrial }
      }
      case 'change_plan': {
        const { mode, at } = quoteOf(cause, now)
        const start = changedNow(it!, plan, mode, at)
        return { amount: start.due, balance: start.balance }
      }
      case 'recover': {
        const start = startWith(it!.plan.price, it!.balance)
        return { amount: start.due, balance: start.balance }
      }
      case 'renew':
        return { ...beginRenewal(payment, it!, now) }
      default:
        return { amount: 0 }
    }
  }

  const quoteOf = (cause: Cause, now: number) => {
    if (cause.kind !== 'change') return { mode: 'prorated_immediately' as const, at: now }
    return { mode: cause.mode, at: now < cause.quotedUntil ? cause.quotedAt : now }
  }

  const beginRenewal = (payment: WrittenPayment, it: Reckoned, now: number) => {
    const owed = owedBy(it)
    if (!['trial', 'active', 'past_due'].includes(it.status)) fault(`${it.id} is ${it.status} and was charged.`)
    if (it.next === null || now < it.next) fault(`${it.id} was charged at ${iso(now)}, before ${iso(it.next)}.`)
    if (now < it.restsUntil) fault(`${it.id} was charged twice within a day.`)
    if (!it.lost && now < it.end) fault(`${it.id} was charged for a period that has not begun.`)
    if (payment.plan !== owed.plan.id) fault(`${it.id} was charged for plan ${payment.plan}, not ${owed.plan.id}.`)
    if (payment.method !== it.method) fault(`${it.id} was charged to ${payment.method}, not ${it.method}.`)
    put({ ...it, owed })
    return { amount: owed.amount, owed }
  }

  const become = (payment: WrittenPayment, known: KnownPayment, now: number) => {
    const it = payment.subscription === null ? undefined : all.get(payment.subscription)
    const { status } = payment
    if (isPaid(status) && !isPaid(known.status)) return becomePaid(payment, known, it, now)
    if (isPaid(known.status) && status === 'FAILED') return becomeLost(payment, known, it, now)
    if (payment.purpose !== 'renew' || it === undefined || !renews(it)) return
    const begunAt = Date.parse(payment.begun)
    if (status === 'DECLINED') {
      put(declined(it, days, { now, mayRetry: !isForGood(payment), declines: it.declines + 1, begunAt }))
    }
    if (status === 'FAILED') put(failed(it, days, now, begunAt))
  }

  const becomePaid = (payment: WrittenPayment, known: KnownPayment, it: Reckoned | undefined, now: number) => {
    const plan = plans.get(payment.plan)!
    const at = Date.parse(payment.begun)
    switch (payment.purpose) {
      case 'subscribe':
        return put(opened(payment, plan, known.withTrial))
      case 'change_plan':
      case 'recover': {
        const next = restarted(it!, plan, at, { balance: known.balance, paidBy: payment.id })
        return put({ ...next, method: payment.method })
      }
      case 'update_method':
      case 'resume':
        return put({ ...it!, method: payment.method })
      case 'renew': {
        if (!renews(it!)) return
        const done = renewed(it!, known.owed!, now, { id: payment.id, begunAt: at })
        skipped.push(...done.skipped.map(({ start, end }) => `${it!.id} ${start} ${end}`))
        return put(done.it)
      }
      default:
    }
  }

  const opened = (payment: WrittenPayment, plan: SoldPlan, withTrial: boolean): Reckoned => {
    const start = Date.parse(payment.begun)
    const { unit, count } = withTrial ? plan.trial! : plan
    const end = later(start, unit, count)
    if (withTrial) trials.add(`${payment.customer} ${plan.id}`)
    return {
      ...untroubled,
      id: payment.subscription!,
      customer: payment.customer,
      status: withTrial ? 'trial' : 'active',
      plan,
      anchor: withTrial ? end : start,
      start,
      end,
      next: end,
      trialEnd: withTrial ? end : null,
      cost: withTrial ? plan.trial!.price : plan.price,
      balance: 0,
      paidBy: payment.id,
      method: payment.method,
    }
  }

  const becomeLost = (payment: WrittenPayment, known: KnownPayment, it: Reckoned | undefined, now: number) => {
    if (it === undefined || it.paidBy !== payment.id || !renews(it)) return
    const { plan, anchor, start, end } = it
    const owed = known.owed ?? { anchor, start, end, plan, amount: payment.amount, credit: 0 }
    const tries = [...claimOf.values()].filter((claim) => claim === payment.claim).length
    const begunAt = Date.parse(payment.begun)
    put({ ...declined({ ...it, owed, lost: true }, days, { now, mayRetry: true, declines: tries, begunAt }) })
  }
  const claimOf = new Map<string, string>()

  const giveBack = (payment: WrittenPayment, amount: number) => {
    const it = payment.subscription === null ? undefined : all.get(payment.subscription)
    if (it?.paidBy === payment.id) put({ ...it, cost: Math.max(it.cost - amount, 0) })
  }

  /** What a request changed that charged nothing. */
  const carryOut = (cause: Cause, written: Written, now: number) => {
    if (cause.kind !== 'ask' && cause.kind !== 'change') return
    const it = all.get(cause.subscription)
    const event = written.events.find(({ subscription }) => subscription === cause.subscription)
    if (it === undefined || event === undefined || touched.has(it.id)) return
    if (cause.kind === 'ask') {
      const paidFor = written.payments.every(
        ({ id, refunded, status }) => id !== it.paidBy || (refunded === 0 && status !== 'FAILED'),
      )
      const after = cause.status === null ? it : asked(it, cause.status, now, paidFor)
      if (after === 'charge' || after === 'unlawful') return fault(`${it.id} is ${event.status}: that is ${after}.`)
      if (cause.plan !== null && ['cancelled', 'scheduled_for_cancellation'].includes(after.status)) {
        fault(`${it.id} changed its plan while ${after.status}.`)
      }
      return put(cause.plan === null ? after : { ...after, plan: plans.get(cause.plan)! })
    }
    const plan = plans.get(cause.plan)!
    const { mode, at } = quoteOf(cause, now)
    if (!mode.endsWith('_immediately')) return put(changedLater(it, plan, mode, at))
    const start = changedNow(it, plan, mode, at)
    if (start.due > 0) fault(`${it.id} changed its plan without paying ${start.due}.`)
    put(restarted(it, plan, now, { balance: start.balance, paidBy: null }))
  }

  /** What a worker did that needed no bank: it must have been due. */
  const workOff = (event: WrittenEvent, now: number) => {
    const it = all.get(event.subscription)!
    const due = it.status === 'scheduled_for_cancellation' ? it.end : (it.next ?? it.givenUpAt)
    if (it.status === 'cancelled' || due === null || due > now || it.restsUntil > now) {
      fault(`${it.id} was worked off at ${iso(now)}, and is due ${iso(due)}.`)
    }
    if (it.status === 'scheduled_for_cancellation' || it.next === null) return put(ended(it))
    const owed = owedBy(it)
    if (owed.amount === 0) {
      const done = renewed(it, owed, now, null)
      skipped.push(...done.skipped.map(({ start, end }) => `${it.id} ${start} ${end}`))
      return put(done.it)
    }
    put(declined({ ...it, owed }, days, { now, mayRetry: false, declines: it.declines, begunAt: now }))
  }

  const followPayments = (written: Written, cause: Cause, now: number) => {
    for (const payment of written.payments) {
      if (!payments.has(payment.id)) {
        claimOf.set(payment.id, payment.claim)
        begin(payment, cause, now)
      }
      const known = payments.get(payment.id)!
      if (known.status !== payment.status) become(payment, known, now)
      const back = payment.refunded - known.refunded
      if (back > 0) giveBack(payment, back)
      const before = isPaid(known.status) ? payment.amount - known.refunded : 0
      const after = isPaid(payment.status) ? payment.amount - payment.refunded : 0
      took.set(payment.currency, (took.get(payment.currency) ?? 0) + after - before)
      payments.set(payment.id, { ...known, status: payment.status, refunded: payment.refunded })
    }
  }

  const follow = (written: Written, cause: Cause, now: number): readonly string[] => {
    faults = []
    touched = new Set()
    skipped = []
    followPayments(written, cause, now)
    carryOut(cause, written, now)
    const notices = ['subscription.renewal_upcoming', 'subscription.trial_ending', 'subscription.period_skipped']
    if (cause.kind === 'machine') {
      for (const event of written.events) {
        if (!touched.has(event.subscription) && !notices.includes(event.type)) workOff(event, now)
      }
    }
    const told = written.events.filter(({ type }) => type === 'subscription.period_skipped')
    const names = told.map((it) => `${it.subscription} ${Date.parse(it.start)} ${Date.parse(it.end)}`)
    if (names.join() !== skipped.join()) fault(`Skipped were ${skipped.join()}, and told ${names.join()}.`)
    for (const row of written.subscriptions) faults.push(...differences(all.get(row.id), row))
    if (all.size !== written.subscriptions.length) fault('A subscription is missing.')
    return faults
  }

  const overdue = (now: number): readonly string[] =>
    [...all.values()].flatMap((it) => {
      const due = it.status === 'scheduled_for_cancellation' ? it.end : (it.next ?? it.givenUpAt)
      if (it.status === 'cancelled' || due === null) return []
      return Math.max(due, it.restsUntil) > now ? [] : [`${it.id} is ${it.status} and was due ${iso(due)}.`]
    })

  return { follow, overdue, took }
}

const renews = ({ status }: Reckoned): boolean => status !== 'cancelled' && status !== 'scheduled_for_cancellation'

/** The refusals after which no bank wants to be asked again. */
const isForGood = ({ decline }: WrittenPayment): boolean =>
  [
    'expired_card',
    'invalid_card_number',
    'card_lost_or_stolen',
    'suspected_fraud',
    'authentication_required',
    'blocked_by_rule',
  ].includes(decline ?? '')
