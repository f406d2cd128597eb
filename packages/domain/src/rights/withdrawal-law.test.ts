import { describe, expect, test } from 'vitest'
import { prescribedWords } from './prescribed-words.ts'
import { withdrawalEnd, withdrawalLawIn, withdrawalLaws } from './withdrawal-law.ts'

const dated = /^\d{4}-\d{2}-\d{2}$/

test('every row has its source and the date of its last check', () => {
  for (const { source, checked } of [...withdrawalLaws, ...prescribedWords]) {
    expect(source.length).toBeGreaterThan(5)
    expect(checked).toMatch(dated)
  }
})

test('no country is in two rows', () => {
  const countries = withdrawalLaws.flatMap((law) => [...law.countries])

  expect(new Set(countries).size).toBe(countries.length)
})

test('no row is stricter than that of an unknown country', () => {
  const unknown = withdrawalLawIn(null)

  for (const law of withdrawalLaws) {
    expect(law.days).toBeLessThanOrEqual(unknown.days)
    expect(law.extensionMonths).toBeLessThanOrEqual(unknown.extensionMonths)
    expect(law.endsOnWorkingDay && !unknown.endsOnWorkingDay).toBe(false)
  }
})

describe('the end of the withdrawal period', () => {
  // Computed by hand: the last day is the day of the contract + 14 days, or the following Monday if that day is a Saturday or Sunday. The
  // period ends 25 hours after the contract's time of day on the last day, when the last day is over in every time zone.
  test.each<[string, string | null, string, string | null, string | null]>([
    ['a Tuesday', 'DE', '2027-06-01T10:00:00.000Z', 'shown', '2027-06-16T11:00:00.000Z'],
    ['a Friday', 'DE', '2027-06-04T10:00:00.000Z', 'shown', '2027-06-19T11:00:00.000Z'],
    [
      'a Friday in Greenwich, a Saturday in Berlin',
      'DE',
      '2027-06-04T23:30:00.000Z',
      'shown',
      '2027-06-22T00:30:00.000Z',
    ],
    ['a Saturday', 'DE', '2027-06-05T10:00:00.000Z', 'shown', '2027-06-22T11:00:00.000Z'],
    ['a Sunday', 'DE', '2027-06-06T10:00:00.000Z', 'shown', '2027-06-22T11:00:00.000Z'],
    [
      'a Sunday on the Azores, a Monday in Greenwich',
      'PT',
      '2027-06-07T00:30:00.000Z',
      'shown',
      '2027-06-23T01:30:00.000Z',
    ],
    ['a Saturday in Great Britain', 'GB', '2027-06-05T10:00:00.000Z', 'shown', '2027-06-20T11:00:00.000Z'],
    ['a Saturday somewhere', null, '2027-06-05T10:00:00.000Z', 'shown', '2027-06-22T11:00:00.000Z'],
    ['the end of February', 'DE', '2028-02-15T10:00:00.000Z', 'shown', '2028-03-01T11:00:00.000Z'],
    ['no notice', 'DE', '2027-06-01T10:00:00.000Z', null, '2028-06-16T11:00:00.000Z'],
    [
      'a notice before the contract',
      'DE',
      '2027-06-01T10:00:00.000Z',
      '2027-05-20T10:00:00.000Z',
      '2027-06-16T11:00:00.000Z',
    ],
    ['a notice a month late', 'DE', '2027-06-01T10:00:00.000Z', '2027-07-01T10:00:00.000Z', '2027-07-16T11:00:00.000Z'],
    [
      'a notice too late to count',
      'DE',
      '2027-06-01T10:00:00.000Z',
      '2028-06-10T10:00:00.000Z',
      '2028-06-16T11:00:00.000Z',
    ],
    ['the hour that summer time ends with', 'DE', '2027-10-20T22:30:00.000Z', 'shown', '2027-11-04T23:30:00.000Z'],
    ['no right', 'US', '2027-06-01T10:00:00.000Z', 'shown', null],
  ])('after %s', (_, country, concludedAt, notice, end) => {
    const noticeAt = notice === 'shown' ? concludedAt : notice

    expect(withdrawalEnd(withdrawalLawIn(country), { concludedAt, noticeAt })).toBe(end)
  })
})
