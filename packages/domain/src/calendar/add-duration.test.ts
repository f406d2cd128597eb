import { expect, test } from 'vitest'
import { addDuration } from './add-duration.ts'

test.each([
  ['P1M', '2027-02-28T10:00:00.000Z'],
  ['P1Y2M3DT4H5M6S', '2028-04-03T14:05:06.000Z'],
  ['PT36H', '2027-02-01T22:00:00.000Z'],
  ['P2W', '2027-02-14T10:00:00.000Z'],
])('%s after 31 January 2027 is %s', (duration, expected) => {
  expect(addDuration('2027-01-31T10:00:00.000Z', duration)).toBe(expected)
})

test.each(['P8000Y', 'P1.5D', 'a month'])('%s is refused', (duration) => {
  expect(() => addDuration('2027-01-31T10:00:00.000Z', duration)).toThrow(RangeError)
})
