/*
 * Rules of laws and card networks that require a notice before a charge. This software follows them. Each row names its public source and
 * the day on which we compared the row with the source. The table is not the whole law: for a country or network without a row, we send no
 * notice.
 */

/** The event that a notice announces to the customer. */
export type NoticeKind = 'trial_ending' | 'renewal_notice' | 'price_change' | 'reminder'

/** A rule of a law or a card network that requires a notice of a charge. Days are counted back from the charge. */
export interface NoticeRule {
  readonly kind: NoticeKind
  /** The rule's public source, for readers who want to check the row. */
  readonly source: string
  /** The day on which the row was last compared with its source. */
  readonly checked: string
  /** The places in which the rule applies: countries, or states such as `US-CA`; absent: everywhere. */
  readonly places?: readonly string[]
  /** The card network that made the rule; absent: the rule applies to every payment method. */
  readonly network?: 'visa' | 'mastercard'
  /**
   * The rule applies only if a length is at least this many months: for a renewal, the length of the interval; for the end of a trial, the
   * length of the trial; for the end of a discount, the age of the subscription.
   */
  readonly monthsMin?: number
  /** The notice must not be sent earlier than this many days before the charge. */
  readonly earliestDays: number
  /** The notice must be sent at least this many days before the charge. */
  readonly latestDays: number
  /** How many days before the charge the notice is sent, unless the merchant chooses another day within the window. */
  readonly usualDays: number
  /** The first day on which the rule is in force; null: not in force yet. */
  readonly inForceFrom: string | null
}

/** The days of Visa's notices. Visa sets no earliest day; we chose 60. */
const visa = { network: 'visa', earliestDays: 60, latestDays: 7, usualDays: 8, inForceFrom: '2020-04-18' } as const
const mastercard = {
  network: 'mastercard',
  earliestDays: 7,
  latestDays: 3,
  usualDays: 4,
  inForceFrom: '2022-09-22',
} as const
/** California's rules apply to trials and discounts of more than 31 days. 31 days are 1.018 months. */
const california = { places: ['US-CA'], monthsMin: 1.02, earliestDays: 21, latestDays: 3, usualDays: 8 } as const
const yearly = { monthsMin: 12, earliestDays: 45, latestDays: 15, usualDays: 30 } as const

/** The rules on notices before a charge. Engineers wrote them from the sources in the rows; no lawyer has checked them. */
export const noticeRules: readonly NoticeRule[] = [
  {
    kind: 'trial_ending',
    source:
      'Visa, Updated Policy for Subscription Merchants Offering Free Trials or Introductory Promotions, 2020: at least 7 days before the first charge',
    checked: '2026-11-27',
    ...visa,
  },
  {
    kind: 'trial_ending',
    source:
      'Mastercard, Revised Standards for Subscription/Recurring Payments and Negative Option Billing Merchants, 2022: 3 to 7 days before the end of a trial',
    checked: '2026-11-27',
    ...mastercard,
  },
  {
    kind: 'trial_ending',
    source:
      'California, Business and Professions Code § 17602(b)(1): 3 to 21 days before a trial of more than 31 days ends',
    checked: '2026-11-27',
    ...california,
    inForceFrom: '2022-07-01',
  },
  {
    kind: 'price_change',
    source:
      'Visa, Updated Policy for Subscription Merchants Offering Free Trials or Introductory Promotions, 2020: at least 7 days before the introductory price ends',
    checked: '2026-11-29',
    ...visa,
  },
  {
    kind: 'price_change',
    source:
      'Mastercard, Revised Standards for Subscription/Recurring Payments and Negative Option Billing Merchants, 2022: 3 to 7 days before the end of a low-cost trial, and so of a discount',
    checked: '2026-11-29',
    ...mastercard,
  },
  {
    kind: 'price_change',
    source:
      'California, Business and Professions Code § 17602(b)(1): 3 to 21 days before a promotional or discounted price of more than 31 days ends',
    checked: '2026-11-29',
    ...california,
    inForceFrom: '2022-07-01',
  },
  {
    kind: 'renewal_notice',
    source: 'France, Code de la consommation, article L215-1: one to three months before a tacit renewal',
    checked: '2026-11-27',
    places: ['FR'],
    monthsMin: 6,
    earliestDays: 90,
    latestDays: 31,
    usualDays: 60,
    inForceFrom: '2016-07-01',
  },
  {
    kind: 'renewal_notice',
    source:
      'Mastercard, Revised Standards for Subscription/Recurring Payments and Negative Option Billing Merchants, 2022: 7 to 30 days before a charge every 6 months or less often',
    checked: '2026-11-27',
    network: 'mastercard',
    monthsMin: 6,
    earliestDays: 30,
    latestDays: 7,
    usualDays: 30,
    inForceFrom: '2022-09-22',
  },
  {
    kind: 'renewal_notice',
    source:
      'California, Business and Professions Code § 17602(b)(2): 15 to 45 days before the renewal of a year or longer',
    checked: '2026-11-27',
    places: ['US-CA'],
    ...yearly,
    inForceFrom: '2022-07-01',
  },
  {
    kind: 'renewal_notice',
    source: 'New York, General Business Law § 527-a: 15 to 45 days before the last day to cancel a year or longer',
    checked: '2026-11-27',
    places: ['US-NY'],
    ...yearly,
    inForceFrom: '2023-11-15',
  },
]

/** A law that requires periodic reminders that a subscription continues. */
export interface ReminderRule extends Pick<NoticeRule, 'source' | 'checked' | 'places' | 'inForceFrom'> {
  readonly everyMonths: number
}

/** The rules on periodic reminders that a subscription continues. */
export const reminderRules: readonly ReminderRule[] = [
  {
    source: 'California, Business and Professions Code § 17602, as amended by AB 2863: once a year',
    checked: '2026-11-27',
    places: ['US-CA'],
    everyMonths: 12,
    inForceFrom: '2025-07-01',
  },
  {
    source: 'Great Britain, Digital Markets, Competition and Consumers Act 2024, sections 258 to 260: not commenced',
    checked: '2026-11-27',
    places: ['GB'],
    everyMonths: 6,
    inForceFrom: null,
  },
]
