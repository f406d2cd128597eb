import { Problem } from '@billing-checkout/contract'
import { required } from '@billing-checkout/domain'
import { beforeAll, describe, expect, test } from 'vitest'
import { findFaultsInBooks } from '#server/backup/database-totals.ts'
import { charge } from '#server/billing/charge/charge.ts'
import { updateDiscount } from '#server/billing/discounts/update-discount.ts'
import type { CallerContext } from '#server/organization/caller-context.ts'
import { loadOrganization } from '#server/organization/load-organization.ts'
import type { Organization } from '#server/organization/organization.ts'
import { processorsById } from '#server/processors/processors.ts'
import { openTestDatabase } from '../../support/databases/databases.ts'
import { interleave, type InterleavedStory, turnsPausingAfter } from '../../support/interleaving/interleave.ts'
import { useService } from '../../support/services/use-service.ts'
import { discountsAt } from '../../support/stories/discounts.ts'
import { aBuyer } from '../../support/stories/shopper.ts'

// The tests run each pair of stories once for every statement, commit and processor call of the first story. The first story pauses there
// while the second runs.
describe('redemptions of a discount at the same time (postgresql)', () => {
  const service = useService(() => openTestDatabase('postgresql'))
  const { aDiscount, aPlan, redeemed } = discountsAt(service)
  let organization: Organization
  let book: { id: string }
  /** Two customers with a card that can be charged, and one whose card is declined without its holder. */
  let customers: readonly [string, string, string]
  beforeAll(async () => {
    organization = required(await loadOrganization(service.billing.database, service.organizationId), 'organization')
    book = await aPlan({ type: 'one-off', interval: null, interval_count: null })
    const monthly = await aPlan()
    const subscribe = async (number: string) =>
      (await (await aBuyer(service, monthly.id)).pay({ number })).body.customer.id as string
    const good = '4242424242424242'
    customers = [await subscribe(good), await subscribe(good), await subscribe('4000000000000341')]
  })

  const call = (): CallerContext => ({
    organization,
    principal: { kind: 'merchant', keyId: 'key_meetings', scopes: null },
    requestId: 'req_meetings',
    address: '203.0.113.7',
    wall: service.billing.wallClock(),
    idempotency: null,
  })
  const inWord = async (work: Promise<{ payment_status: string; amount: number } | object>): Promise<string> => {
    try {
      const done = await work
      return 'payment_status' in done ? `${done.payment_status} ${done.amount}` : 'done'
    } catch (error) {
      if (error instanceof Problem) return error.code
      throw error
    }
  }
  const buy =
    (customer: string, discount: { id: string }): InterleavedStory<string> =>
    ({ database, over }) =>
      inWord(
        charge(
          {
            ...service.billing,
            database,
            processors: processorsById(over(service.billing.processors.defaultProcessor)),
          },
          call(),
          { customer: { id: customer }, plan: { id: book.id }, discount: { id: discount.id } },
        ),
      )
  const archive =
    (discount: { id: string }): InterleavedStory<string> =>
    ({ database }) =>
      inWord(updateDiscount({ database }, call(), discount.id, { archived: true }))

  /** Runs two stories, the second at every pause of the first. Returns the result of each run. */
  const meet = async (
    storiesOf: (discount: { id: string }) => readonly [InterleavedStory<string>, InterleavedStory<string>],
  ) => {
    const met: { words: string[]; redeemed: number }[] = []
    for (let pause = 0, steps = Infinity; pause <= steps; pause++) {
      const discount = await aDiscount({ max_redemptions: 1 })
      const told = await interleave<[string, string]>(
        service.database.db,
        storiesOf(discount) as [InterleavedStory<string>, InterleavedStory<string>],
        turnsPausingAfter(pause),
      )
      steps = told[0].steps.length
      met.push({
        words: told.map(({ result }) => (result.status === 'fulfilled' ? result.value : String(result.reason))),
        redeemed: await redeemed(discount),
      })
    }
    expect(await findFaultsInBooks(service.database.db)).toEqual([])
    return met
  }
  const discounted = 'SETTLING 800'
  const refusals = ['discount_invalid', 'amount_changed']

  test('of two purchases with the last redemption exactly one is discounted', { timeout: 120_000 }, async () => {
    const met = await meet((discount) => [buy(customers[0], discount), buy(customers[1], discount)])

    expect(met.length).toBeGreaterThan(5)
    for (const { words, redeemed: count } of met) {
      expect(words.filter((word) => word === discounted)).toHaveLength(1)
      expect(words.filter((word) => refusals.includes(word))).toHaveLength(1)
      expect(count).toBe(1)
    }
    expect(new Set(met.map(({ words }) => words.indexOf(discounted)))).toEqual(new Set([0, 1]))
  })

  test(
    'a purchase that meets the archival of its discount is discounted or refused',
    { timeout: 120_000 },
    async () => {
      const met = await meet((discount) => [buy(customers[0], discount), archive(discount)])

      for (const { words, redeemed: count } of met) {
        expect(words[1]).toBe('done')
        expect([discounted, ...refusals]).toContain(words[0])
        expect(count).toBe(words[0] === discounted ? 1 : 0)
      }
      expect(new Set(met.map(({ redeemed: count }) => count))).toEqual(new Set([0, 1]))
      // In some runs, the discount is archived after the purchase was quoted, so its amount has changed.
      expect(met.map(({ words }) => words[0])).toContain('amount_changed')
    },
  )

  test('a decline during another purchase gives the last redemption back once', { timeout: 120_000 }, async () => {
    const met = await meet((discount) => [buy(customers[2], discount), buy(customers[0], discount)])

    for (const { words, redeemed: count } of met) {
      expect([discounted, ...refusals]).toContain(words[1])
      expect(count).toBe(words[1] === discounted ? 1 : 0)
    }
    expect(new Set(met.map(({ redeemed: count }) => count))).toEqual(new Set([0, 1]))
  })
})
