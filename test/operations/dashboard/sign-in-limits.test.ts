import { expect, test } from 'vitest'
import { createSignInLimits } from '#server/http/dashboard/sign-in-limits.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { useService } from '../../support/services/use-service.ts'

const email = 'mina@example.com'

/** How many of seventy tries are accepted. */
const allowed = async (count: () => Promise<void>): Promise<number> => {
  const refused: unknown[] = []
  for (let tries = 0; tries < 70; tries++) await count().catch((error: unknown) => refused.push(error))
  for (const error of refused) expect(error).toMatchObject({ code: 'rate_limited' })
  return 70 - refused.length
}

describeEachDatabase('limits on tries to sign in', (open) => {
  const service = useService(open)

  test('one network can try an address ten times a minute, and other networks have ten tries left', async () => {
    const { countEmail } = createSignInLimits(service.database.db)

    expect(await allowed(() => countEmail({ email, address: '192.0.2.1' }))).toBe(10)
    expect(await allowed(() => countEmail({ email: 'MINA@example.com ', address: '192.0.2.1' }))).toBe(0)
    expect(await allowed(() => countEmail({ email, address: '192.0.2.2' }))).toBe(10)
    expect(await allowed(() => countEmail({ email, address: '192.0.2.3' }))).toBe(0)
    expect(await allowed(() => countEmail({ email: 'leo@example.com', address: '192.0.2.1' }))).toBe(10)
  })

  test('two servers count together: a network can try sixty times a minute, a user with a session twenty times', async () => {
    const [one, other] = [createSignInLimits(service.database.db), createSignInLimits(service.database.db)]

    expect(await allowed(() => one.countNetwork('192.0.2.1'))).toBe(60)
    expect(await allowed(() => other.countNetwork('192.0.2.1'))).toBe(0)
    expect(await allowed(() => other.countNetwork('192.0.2.2'))).toBe(60)
    expect(await allowed(() => one.countUser('usr_1'))).toBe(20)
    expect(await allowed(() => one.countUser('usr_2'))).toBe(20)
  })
})
