import { addInterval, addSeconds, type Timestamp } from '../calendar/timestamp.ts'
import { parseCountryCodes } from '../parse-country-codes.ts'

/** A country's law on withdrawal from contracts that were concluded online. */
export interface WithdrawalLaw {
  /** The law's articles, for readers who want to check the row. */
  readonly source: string
  /** The day on which the row was last compared with its source. */
  readonly checked: string
  readonly countries: ReadonlySet<string>
  /** Days in which the consumer may withdraw, counted after the day of the contract; 0 if the law gives no such right. */
  readonly days: number
  /** Whether a period whose last day is a Saturday or Sunday ends with the next working day. Public holidays are ignored. */
  readonly endsOnWorkingDay: boolean
  /** By how many months the period is extended if the consumer saw no notice of the right. */
  readonly extensionMonths: number
  /** The first day on which the seller must offer a withdrawal function on the page; null if not required. */
  readonly functionFrom: string | null
}

const harmonized = { days: 14, extensionMonths: 12 } as const
const none = { days: 0, endsOnWorkingDay: false, extensionMonths: 0, functionFrom: null } as const

/** The rule of the European Union. It is the strictest row, so it also protects a consumer in an unknown country. */
const europeanUnion: WithdrawalLaw = {
  ...harmonized,
  source:
    'Directive 2011/83/EU, articles 9 to 16, and article 11a as inserted by Directive (EU) 2023/2673; Regulation 1182/71, article 3(4); TFEU, article 355(1) and (4), for regions with a code of their own; in Germany BGB §§ 312g, 355 to 357a',
  checked: '2026-11-28',
  countries: parseCountryCodes(
    'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK AX GF GP MF MQ RE YT',
  ),
  endsOnWorkingDay: true,
  functionFrom: '2026-06-19',
}

/** Every law on withdrawal. Engineers wrote these rows from public sources. A lawyer who finds a mistake corrects the row. */
export const withdrawalLaws: readonly WithdrawalLaw[] = [
  europeanUnion,
  {
    ...harmonized,
    source: 'Directive 2011/83/EU, articles 9 to 16, as part of the EEA Agreement (Annex XIX)',
    checked: '2026-11-28',
    countries: parseCountryCodes('IS LI NO'),
    endsOnWorkingDay: true,
    // Article 11a binds these countries only after the EEA adopts it; set the date then.
    functionFrom: null,
  },
  {
    ...harmonized,
    source:
      'The Consumer Contracts (Information, Cancellation and Additional Charges) Regulations 2013, regulations 29 to 38',
    checked: '2026-11-28',
    countries: parseCountryCodes('GB'),
    endsOnWorkingDay: false,
    functionFrom: null,
  },
  {
    ...none,
    source: 'Code of Obligations, articles 40a to 40f: a right to withdraw from doorstep and telephone sales only',
    checked: '2026-11-28',
    countries: parseCountryCodes('CH'),
  },
  {
    ...none,
    source: 'Federal Trade Commission, 16 CFR Part 429: a right to withdraw from doorstep sales only',
    checked: '2026-11-28',
    countries: parseCountryCodes('US'),
  },
]

/** For a country that no row names. We have not checked its law and assume no right to withdraw; the merchant may still grant one. */
const unlisted: WithdrawalLaw = {
  ...none,
  source: 'No law that was checked',
  checked: '2026-11-28',
  countries: parseCountryCodes(''),
}

/** The law on withdrawal in a consumer's country. Null is an unknown country, which gets the strictest row. */
export const withdrawalLawIn = (country: string | null): WithdrawalLaw =>
  country === null ? europeanUnion : (withdrawalLaws.find(({ countries }) => countries.has(country)) ?? unlisted)

/** When a contract was concluded, and when the consumer received a notice of the right to withdraw. */
export interface ConcludedContract {
  /** When the contract was concluded; for a trial, when the trial started. */
  readonly concludedAt: Timestamp
  /** When the consumer received the notice of the right to withdraw; null if never. */
  readonly noticeAt: Timestamp | null
}

/**
 * The instant before which a consumer may withdraw; null if the law gives no such right. The day of the contract does not count, and the
 * last day ends at midnight in the consumer's time zone. We do not know that zone. So the period ends one day after the last day, at the
 * contract's time of day, when the last day is over everywhere. One more hour covers the day on which summer time ends.
 */
export const withdrawalEnd = (law: WithdrawalLaw, { concludedAt, noticeAt }: ConcludedContract): Timestamp | null => {
  if (law.days === 0) return null
  const usual = endOfDays(law, concludedAt)
  if (noticeAt !== null && noticeAt <= concludedAt) return usual
  const extended = addInterval(usual, 'months', law.extensionMonths)
  if (noticeAt === null) return extended
  // If the notice arrives later, the days start again, but they end within the extension.
  const renewed = endOfDays(law, noticeAt)
  return renewed < extended ? renewed : extended
}

const endOfDays = ({ days, endsOnWorkingDay }: WithdrawalLaw, from: Timestamp): Timestamp => {
  const lastDay = addInterval(from, 'days', days)
  return addSeconds(addInterval(lastDay, 'days', 1 + (endsOnWorkingDay ? daysToWork(lastDay) : 0)), 3600)
}

/**
 * Days until the next working day; 0 if the day is a working day. The weekday depends on the time zone: Europe has UTC−1 to UTC+3, and the
 * longest wait counts.
 */
const daysToWork = (at: Timestamp): number =>
  Math.max(...zonesOfEurope.map((hours) => weekendDays(new Date(Date.parse(at) + hours * 3_600_000).getUTCDay())))

const zonesOfEurope = [-1, 0, 3]

const weekendDays = (weekday: number): number => (weekday === 6 ? 2 : weekday === 0 ? 1 : 0)
