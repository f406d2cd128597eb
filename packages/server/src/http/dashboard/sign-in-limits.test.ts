import { afterEach, expect, test } from 'vitest'
import { createSignInLimits, type SignInLimits } from './sign-in-limits.ts'

let limits: SignInLimits | undefined
afterEach(() => limits?.stop())

const email = 'mina@example.com'

/** How many of a hundred tries are not refused. */
const allowed = (count: () => void): number =>
  Array.from({ length: 100 }, () => {
    try {
      count()
      return 1
    } catch (error) {
      expect(error).toMatchObject({ code: 'rate_limited' })
      return 0
    }
  }).reduce<number>((sum, each) => sum + each, 0)

test('one network tries an address ten times a minute, which leaves ten to others', () => {
  const { countEmail } = (limits = createSignInLimits())

  expect(allowed(() => countEmail({ email, address: '192.0.2.1' }))).toBe(10)
  expect(allowed(() => countEmail({ email: 'MINA@example.com ', address: '192.0.2.1' }))).toBe(0)
  expect(allowed(() => countEmail({ email, address: '192.0.2.2' }))).toBe(10)
  expect(allowed(() => countEmail({ email, address: '192.0.2.3' }))).toBe(0)
  expect(allowed(() => countEmail({ email: 'leo@example.com', address: '192.0.2.1' }))).toBe(10)
})

test('a network tries sixty times a minute, and a user who has a session twenty times', () => {
  const { countNetwork, countUser } = (limits = createSignInLimits())

  expect(allowed(() => countNetwork('192.0.2.1'))).toBe(60)
  expect(allowed(() => countNetwork('192.0.2.2'))).toBe(60)
  expect(allowed(() => countUser('usr_1'))).toBe(20)
  expect(allowed(() => countUser('usr_2'))).toBe(20)
})
