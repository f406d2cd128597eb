import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { parseTimestamp } from './parse-timestamp.ts'

test.each([
  ['2026-01-31T12:34:56.789Z', '2026-01-31T12:34:56.789Z'],
  ['2026-01-31', '2026-01-31T00:00:00.000Z'],
  ['2026-01-31T12:34Z', '2026-01-31T12:34:00.000Z'],
  ['2026-01-31T12:34:56Z', '2026-01-31T12:34:56.000Z'],
  ['2026-01-31t12:34:56z', '2026-01-31T12:34:56.000Z'],
  ['2026-01-31T12:34:56.7Z', '2026-01-31T12:34:56.700Z'],
  ['2026-01-31T12:34:56,7899999999Z', '2026-01-31T12:34:56.789Z'],
  ['2026-01-31T00:30:00+02:00', '2026-01-30T22:30:00.000Z'],
  ['2026-12-31T22:30:00-0330', '2027-01-01T02:00:00.000Z'],
  ['2026-01-31T12:00:00+05', '2026-01-31T07:00:00.000Z'],
  ['2026-01-31T12:00:00-00:00', '2026-01-31T12:00:00.000Z'],
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ['0001-01-01', '0001-01-01T00:00:00.000Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
])('%s is %s', (text, timestamp) => {
  expect(parseTimestamp(text)).toBe(timestamp)
})

test.each([
  '',
  'now',
  '2026-02-29',
  '2026-02-30T00:00:00Z',
  '2100-02-29',
  '2026-04-31',
  '2026-13-01',
  '2026-00-10',
  '2026-01-00',
  '2026-1-1',
  '2026-01-31T12:00:00',
  '2026-01-31T24:00:00Z',
  '2026-01-31T23:60:00Z',
  '2026-01-31T23:59:60Z',
  '2026-01-31T12Z',
  '2026-01-31T12:00:00.Z',
  '2026-01-31T12:00:00+24:00',
  '2026-01-31T12:00:00+02:60',
  '2026-01-31 12:00:00Z',
  '2026-01-31T12:00:00Z\n',
  '2026-01-31Z',
  '+002026-01-31',
  '-000001-01-01',
  '0000-12-31',
  '10000-01-01',
  '9999-12-31T23:59:59-00:01',
  '0001-01-01T00:00:00+00:01',
  '٢٠٢٦-٠١-٣١',
  '1767225600000',
])('%j names no instant', (text) => {
  expect(parseTimestamp(text)).toBeUndefined()
})

const instants = fc.date({ min: new Date('0001-01-02'), max: new Date('9999-12-30'), noInvalidDate: true })

test('an instant is the same one in every offset', () => {
  fc.assert(
    fc.property(instants, fc.integer({ min: -1439, max: 1439 }), (instant, offsetMinutes) => {
      const local = new Date(instant.getTime() + offsetMinutes * 60_000).toISOString().slice(0, -1)
      const distance = Math.abs(offsetMinutes)
      const [hours, minutes] = [Math.floor(distance / 60), distance % 60].map((part) => String(part).padStart(2, '0'))

      expect(parseTimestamp(`${local}${offsetMinutes < 0 ? '-' : '+'}${hours}:${minutes}`)).toBe(instant.toISOString())
    }),
  )
})

test('timestamps are in order of time when in order of text', () => {
  fc.assert(
    fc.property(instants, instants, (one, other) => {
      const [first, second] = [one, other].map((instant) => parseTimestamp(instant.toISOString())!)

      expect(first! < second!).toBe(one < other)
    }),
  )
})

test('of all texts of the right shape, those that name a real day and time are read', () => {
  const texts = fc.stringMatching(/^[0-2]\d{3}-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\d[+-][0-2]\d:[0-5]\d$/)
  const readByTemporal = (text: string) => {
    try {
      return Temporal.Instant.from(text).toString({ smallestUnit: 'millisecond' })
    } catch {
      return undefined
    }
  }

  fc.assert(
    fc.property(texts, (text) => {
      fc.pre(!text.startsWith('0000') && !text.startsWith('0001-01-01'))

      expect(parseTimestamp(text)).toBe(readByTemporal(text))
    }),
    { numRuns: 1000 },
  )
})

test('any other text is refused and never thrown at', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(parseTimestamp(text)).toBeUndefined()
    }),
  )
})
