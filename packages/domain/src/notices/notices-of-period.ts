import { addInterval, addDays, type Interval, type Timestamp } from '../calendar/timestamp.ts'
import { type NoticeKind, type NoticeRule, noticeRules, type ReminderRule, reminderRules } from './notice-rules.ts'

/** A period of a subscription; the customer may have to be notified of the charge at its end. */
export interface PeriodToAnnounce {
  readonly isTrial: boolean
  /** Whether the price rises with the next charge, because a discount ends. */
  readonly endsDiscount: boolean
  readonly start: Timestamp
  /** When the next charge falls due. */
  readonly end: Timestamp
  /** The interval between the charges after `end`. */
  readonly interval: Interval
  /** When the subscription began; the dates of reminders are counted from here. */
  readonly begunAt: Timestamp
  /** The country of sale; if null, it is unknown and the rules of all countries apply. */
  readonly country: string | null
  /** The state's code, without the country; if null, the state is unknown and the rules of all the country's states apply. */
  readonly state: string | null
  /** The card network; if null, it is unknown and the rules of all networks apply. */
  readonly network: string | null
  /** How many days before the charge the merchant wants each notice to be sent; ignored if the day is outside of the rule's window. */
  readonly days: Partial<Readonly<Record<NoticeKind, number | undefined>>>
}

/** A notice that must be sent to a customer. */
export interface Notice {
  readonly kind: NoticeKind
  /** When the notice is sent. */
  readonly at: Timestamp
  /** The days before the charge that satisfy every rule behind this notice. Null for a reminder, because no charge depends on it. */
  readonly window: NoticeWindow | null
}

/** The earliest and the latest day on which a notice is sent, counted back from the charge. */
export type NoticeWindow = Pick<NoticeRule, 'earliestDays' | 'latestDays'>

/**
 * The notices of a period, the earliest first. One notice meets several rules if it lies in all of their windows. Every applicable rule is
 * met, with one exception: if a trial, or the last period with a discount, is shorter than a rule's lead time, no notice is sent. The order
 * confirmation already states that charge and its price.
 */
export const noticesOfPeriod = (period: PeriodToAnnounce): readonly Notice[] => {
  const announced = kindsOf(period).flatMap((kind) => noticesBeforeCharge(kind, period))
  // A notice of the next charge also reminds the customer of the subscription, so no separate reminder is needed.
  const notices = announced.length > 0 ? announced : remindersWithin(period)
  return notices.toSorted((one, other) => (one.at < other.at ? -1 : 1))
}

const kindsOf = ({ isTrial, endsDiscount }: PeriodToAnnounce): readonly NoticeKind[] =>
  isTrial ? ['trial_ending'] : endsDiscount ? ['renewal_notice', 'price_change'] : ['renewal_notice']

const noticesBeforeCharge = (kind: NoticeKind, period: PeriodToAnnounce): readonly Notice[] => {
  const { start, end, days } = period
  const months = monthsUntil(kind, period)
  const applying = noticeRules
    .filter((rule) => rule.kind === kind && months >= (rule.monthsMin ?? 0))
    .filter((rule) => isInForce(rule, end) && coversPlace(rule, period) && coversNetwork(rule, period))
    .toSorted((one, other) => other.usualDays - one.usualDays)
  const notices: Notice[] = []
  for (const rule of applying) {
    const met = notices.findIndex(({ at }) => isInWindow(at, rule, end))
    const notice = notices[met]
    if (notice !== undefined) {
      notices[met] = { ...notice, window: withinBoth(notice.window ?? rule, rule) }
      continue
    }
    const candidates = [days[kind], rule.usualDays].filter((ahead) => ahead !== undefined && isWithin(ahead, rule))
    const planned = candidates.map((ahead) => addDays(end, -(ahead as number))).find((moment) => moment >= start)
    // If no planned day lies in the period, because a long period was shortened, a renewal is announced when the period begins. The end of
    // a trial or discount needs no notice then, because the order confirmation has announced it.
    const at = planned ?? (kind === 'renewal_notice' ? start : undefined)
    const { earliestDays, latestDays } = rule
    if (at !== undefined) notices.push({ kind, at, window: { earliestDays, latestDays } })
  }
  return notices
}

/** The months that a rule's `monthsMin` is compared with: interval, age of the subscription, or length of the trial. */
const monthsUntil = (kind: NoticeKind, { start, end, begunAt, interval }: PeriodToAnnounce): number => {
  if (kind === 'renewal_notice') return monthsOf(interval)
  return monthsBetween(kind === 'price_change' ? begunAt : start, end)
}

const remindersWithin = (period: PeriodToAnnounce): readonly Notice[] => {
  const { begunAt, start, end } = period
  const applying = reminderRules.filter((rule) => isInForce(rule, end) && coversPlace(rule, period))
  if (applying.length === 0) return []
  const everyMonths = Math.min(...applying.map((rule) => rule.everyMonths))
  for (let count = 1; ; count++) {
    const at = addInterval(begunAt, 'months', everyMonths * count)
    if (at >= end) return []
    if (at >= start) return [{ kind: 'reminder', at, window: null }]
  }
}

const withinBoth = (one: NoticeWindow, other: NoticeWindow): NoticeWindow => ({
  earliestDays: Math.min(one.earliestDays, other.earliestDays),
  latestDays: Math.max(one.latestDays, other.latestDays),
})

/** A safety margin, because a notice that is sent on the last day of a window could arrive too late. */
const marginDays = 1

const isInWindow = (at: Timestamp, { earliestDays, latestDays }: NoticeRule, end: Timestamp): boolean =>
  at >= addDays(end, -earliestDays) && at <= addDays(end, -(latestDays + marginDays))

const isWithin = (days: number, { earliestDays, latestDays }: NoticeRule): boolean =>
  days <= earliestDays && days >= latestDays + marginDays

const isInForce = ({ inForceFrom }: Pick<NoticeRule, 'inForceFrom'>, at: Timestamp): boolean =>
  inForceFrom !== null && at.slice(0, inForceFrom.length) >= inForceFrom

const coversPlace = ({ places }: Pick<ReminderRule, 'places'>, { country, state }: PeriodToAnnounce): boolean =>
  places === undefined ||
  country === null ||
  places.some((place) => {
    const [ofCountry, ofState] = place.split('-')
    return ofCountry === country && (ofState === undefined || state === null || ofState === state)
  })

const coversNetwork = ({ network }: NoticeRule, period: PeriodToAnnounce): boolean =>
  network === undefined || period.network === null || period.network === network

const monthsOf = ({ unit, count }: Interval): number =>
  count * (unit === 'years' ? 12 : unit === 'months' ? 1 : 12 / 365.25)

const monthsBetween = (start: Timestamp, end: Timestamp): number =>
  ((Date.parse(end) - Date.parse(start)) / 86_400_000 / 365.25) * 12

/** The most days by which a late notice may postpone a charge. */
export const postponedDaysMax = 7

/** A charge that falls due now, and the notices about it. */
export interface ChargeWithNotices {
  /** When the charge first fell due. */
  readonly end: Timestamp
  readonly now: Timestamp
  /** For each notice that had to be sent, its window and the times at which emails of its kind about this charge were sent. */
  readonly notices: readonly { readonly window: NoticeWindow; readonly sentAt: readonly Timestamp[] }[]
}

/**
 * When the worker may make a charge: now, if every notice was sent in time. Otherwise the charge is postponed until the customer has had
 * the required number of days since the notice. If a notice was not sent yet, its days count from now. The charge is never postponed by
 * more than {@link postponedDaysMax}.
 */
export const chargeableAt = ({ end, now, notices }: ChargeWithNotices): Timestamp => {
  const latest = addDays(end, postponedDaysMax)
  const allowedAt = notices.map(({ window: { earliestDays, latestDays }, sentAt }) => {
    const [first = now] = sentAt.filter((at) => addDays(at, earliestDays) >= end).toSorted()
    return addDays(first, latestDays)
  })
  const until = allowedAt.reduce((one, other) => (one > other ? one : other), now)
  return until > latest ? (latest > now ? latest : now) : until
}
