import fc from 'fast-check'
import { expect, test } from 'vitest'
import { noticeRules, reminderRules } from './notice-rules.ts'
import { type PeriodToAnnounce, noticesOfPeriod } from './notices-of-period.ts'

const day = 86_400_000
const end = '2027-06-01T09:00:00.000Z'
const before = (days: number) => new Date(Date.parse(end) - days * day).toISOString()
const daysAhead = (period: PeriodToAnnounce) =>
  noticesOfPeriod(period).map(({ at }) => (Date.parse(period.end) - Date.parse(at)) / day)

const aTrial = (days: number, more: Partial<PeriodToAnnounce> = {}): PeriodToAnnounce => ({
  isTrial: true,
  endsDiscount: false,
  start: before(days),
  end,
  interval: { unit: 'months', count: 1 },
  begunAt: before(days),
  country: 'DE',
  state: null,
  network: 'visa',
  days: {},
  ...more,
})
const aRenewal = (months: number, more: Partial<PeriodToAnnounce> = {}): PeriodToAnnounce =>
  aTrial(Math.round(months * 30.5), { isTrial: false, interval: { unit: 'months', count: months }, ...more })

const aLastDiscount = (months: number, more: Partial<PeriodToAnnounce> = {}): PeriodToAnnounce =>
  aRenewal(months, { endsDiscount: true, ...more })

test.each([
  ['a trial of two weeks with Visa', aTrial(14), [8]],
  ['with Mastercard', aTrial(14, { network: 'mastercard' }), [4]],
  ['with an unknown network', aTrial(14, { network: null }), [8, 4]],
  ['with American Express', aTrial(14, { network: 'american-express' }), []],
  ['a trial of five days with Mastercard', aTrial(5, { network: 'mastercard' }), [4]],
  ['a trial that is shorter than every window', aTrial(3, { network: null }), []],
  ['a trial of two months in California', aTrial(61, { network: 'jcb', country: 'US', state: 'CA' }), [8]],
  ['a trial of two months in Texas', aTrial(61, { network: 'jcb', country: 'US', state: 'TX' }), []],
  ['a month', aRenewal(1, { network: null, country: null }), []],
  ['half a year with Mastercard', aRenewal(6, { network: 'mastercard' }), [30]],
  ['a year with Visa in Germany', aRenewal(12), []],
  ['a year in New York', aRenewal(12, { country: 'US', state: 'NY' }), [30]],
  ['a year in an unknown state', aRenewal(12, { country: 'US' }), [30]],
  ['a year in France with Mastercard', aRenewal(12, { country: 'FR', network: 'mastercard' }), [60, 30]],
  ['the end of a discount with Visa', aLastDiscount(1), [8]],
  ['the end of a discount with Mastercard', aLastDiscount(1, { network: 'mastercard' }), [4]],
  ['the end of a discount with an unknown network', aLastDiscount(1, { network: null }), [8, 4]],
  ['the end of a discount with American Express', aLastDiscount(1, { network: 'american-express' }), []],
  [
    'the end of a discount of months in California',
    aLastDiscount(1, { network: 'jcb', country: 'US', state: 'CA', begunAt: before(90) }),
    [8],
  ],
  [
    'the end of a discount of a month in California',
    aLastDiscount(1, { network: 'jcb', country: 'US', state: 'CA', start: before(30), begunAt: before(30) }),
    [],
  ],
  ['the end of a discount of a week with Visa', aLastDiscount(0.23, { network: 'visa' }), []],
  ['the end of a discount before another year in New York', aLastDiscount(12, { country: 'US', state: 'NY' }), [30, 8]],
  ['a year in an unknown country', aRenewal(12, { country: null, network: null }), [60, 30]],
] as const)('%s is announced by this number of days before its charge', (_, period, expected) => {
  expect(daysAhead(period)).toEqual(expected)
})

test('the merchant’s days count within the windows and are ignored outside them', () => {
  expect(daysAhead(aTrial(30, { days: { trial_ending: 14 } }))).toEqual([14])
  expect(daysAhead(aTrial(30, { days: { trial_ending: 2 } }))).toEqual([8])
  expect(daysAhead(aRenewal(12, { country: 'US', state: 'CA', days: { renewal_notice: 20 } }))).toEqual([20])
})

test('a subscription in California is announced once a year, and a British one only after its law commences', () => {
  const californian = { country: 'US', state: 'CA', begunAt: '2025-05-20T09:00:00.000Z' }
  const monthly = aRenewal(1, { start: '2027-05-01T09:00:00.000Z', ...californian })

  expect(noticesOfPeriod(monthly)).toEqual([{ kind: 'reminder', at: '2027-05-20T09:00:00.000Z', window: null }])
  expect(noticesOfPeriod({ ...monthly, begunAt: '2025-04-20T09:00:00.000Z' })).toEqual([])
  expect(noticesOfPeriod({ ...monthly, country: 'GB', state: null })).toEqual([])
})

test('every rule that applies is met within its window, and no notice is sent twice', () => {
  const periods = fc.record({
    isTrial: fc.boolean(),
    days: fc.integer({ min: 1, max: 800 }),
    months: fc.integer({ min: 1, max: 24 }),
    country: fc.constantFrom('US', 'FR', 'DE', 'GB', null),
    state: fc.constantFrom('CA', 'NY', 'TX', null),
    network: fc.constantFrom('visa', 'mastercard', 'jcb', null),
    chosen: fc.option(fc.integer({ min: 1, max: 90 }), { nil: undefined }),
  })

  fc.assert(
    fc.property(periods, ({ isTrial, days, months, country, state, network, chosen }) => {
      const kind = isTrial ? 'trial_ending' : 'renewal_notice'
      const length = isTrial ? days : Math.round(months * 30.5)
      const period: PeriodToAnnounce = {
        ...aTrial(length),
        isTrial,
        interval: { unit: 'months', count: months },
        country,
        state: country === 'US' ? state : null,
        network,
        days: chosen === undefined ? {} : { [kind]: chosen },
      }
      const sent = daysAhead(period)
      const monthsLong = isTrial ? days / 30.4375 : months
      const applying = noticeRules.filter(
        (rule) =>
          rule.kind === kind &&
          rule.inForceFrom !== null &&
          monthsLong >= (rule.monthsMin ?? 0) &&
          (rule.network === undefined || network === null || rule.network === network) &&
          (rule.places === undefined ||
            country === null ||
            rule.places.some((place) => {
              const [ofCountry, ofState] = place.split('-')
              return ofCountry === country && (!ofState || period.state === null || ofState === period.state)
            })),
      )
      expect(new Set(sent).size).toBe(sent.length)
      for (const { earliestDays, latestDays, usualDays } of applying.filter((rule) => rule.usualDays <= length))
        expect(
          sent.filter((ahead) => ahead <= earliestDays && ahead > latestDays),
          `${usualDays} of ${length}`,
        ).not.toEqual([])
    }),
  )
})

test('a notice that meets two rules has the window of both', () => {
  const windowsOf = (period: PeriodToAnnounce) => noticesOfPeriod(period).map(({ window }) => window)

  expect(windowsOf(aTrial(14))).toEqual([{ earliestDays: 60, latestDays: 7 }])
  expect(windowsOf(aRenewal(12, { network: 'mastercard', country: 'US', state: 'NY' }))).toEqual([
    { earliestDays: 30, latestDays: 15 },
  ])
})

test('every rule has its source and the day of its last check', () => {
  for (const { source, checked } of [...noticeRules, ...reminderRules]) {
    expect(source).toMatch(/^\S.{30,}/)
    expect(checked).toMatch(/^\d{4}-\d\d-\d\d$/)
  }
})
