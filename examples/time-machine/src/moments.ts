import type { AnswerOf, Payment, Subscription } from '@billing-checkout/client'
import { day, money } from './words.ts'

type Told = AnswerOf<'findEvents'>['data'][number]

/** Something that happened, ready to be printed. */
export interface Moment {
  readonly at: string
  readonly kind: 'paid' | 'declined' | 'notice' | 'ended'
  readonly words: string
  /** What was charged or attempted, in words; null if there was no charge. */
  readonly amount: string | null
  /** The subscription's status afterwards. */
  readonly status: string | null
}

/** Returns a function that turns events into moments. Over all calls, each payment is reported only once. */
export const readMoments = (): ((events: readonly Told[]) => readonly Moment[]) => {
  const told = new Set<string>()
  return (events) => {
    const groups = Map.groupBy(events, (event) => event.created_at)
    return [...groups.values()].map((group) => momentOf(group, told)).filter((moment) => moment !== null)
  }
}

/** Combines the events of one instant: a charge and its effect on the subscription are committed together. */
const momentOf = (events: readonly Told[], told: Set<string>): Moment | null => {
  const about = <Resource>(kind: string) =>
    events.filter(({ type }) => type.startsWith(kind)).map(({ data }) => data.object as unknown as Resource)
  const payment = about<Payment>('payment.').find(isOver)
  const subscription = about<Subscription>('subscription.').at(-1) ?? payment?.subscription ?? null
  const at = events[0]!.created_at
  const status = subscription?.status ?? null
  if (payment !== undefined && !told.has(payment.id)) {
    told.add(payment.id)
    return { at, status, ...tellPayment(payment, subscription) }
  }
  const types = new Set(events.map(({ type }) => type))
  if (types.has('subscription.trial_ending')) {
    const words = `She is told that the trial ends on ${day(subscription!.current_period_end)}`
    return { at, status, kind: 'notice', words, amount: null }
  }
  if (status === 'scheduled_for_cancellation' && types.has('subscription.updated')) {
    const words = `It goes on until ${day(subscription!.current_period_end)} and renews no more`
    return { at, status, kind: 'notice', words, amount: null }
  }
  if (types.has('subscription.cancelled')) {
    return { at, status, kind: 'ended', words: 'What was paid for is over, and so is the subscription', amount: null }
  }
  return null
}

/**
 * Whether a payment has the status of an outcome that is to be reported. `SETTLED` does not count, because the charge was reported before.
 */
const isOver = ({ payment_status: status }: Payment): boolean => status !== 'PENDING' && status !== 'SETTLED'

const tellPayment = (
  payment: Payment,
  subscription: Subscription | null,
): Pick<Moment, 'kind' | 'words' | 'amount'> => {
  const amount = money(payment.amount, payment.currency_code)
  const card = `the card ending ${lastDigits(payment)}`
  if (payment.payment_status === 'DECLINED') {
    const next = subscription?.next_billing_date ? `; next try on ${day(subscription.next_billing_date)}` : ''
    const reason = payment.status_reason?.status_reason.decline_code?.replaceAll('_', ' ') ?? 'declined'
    return { kind: 'declined', words: `Her bank says no: ${reason}${next}`, amount }
  }
  if (payment.amount === 0) return { kind: 'paid', words: `Nothing is due; ${card} is verified`, amount }
  const verb = payment.payment_type === 'MIT' ? 'Charged to' : 'Paid with'
  return { kind: 'paid', words: `${verb} ${card}`, amount }
}

const lastDigits = ({ payment_method: method }: Payment): string =>
  method !== null && method.type === 'CARD' ? method.details.last4 : '????'
