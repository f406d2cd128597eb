import { expect, test } from 'vitest'
import { redeemDiscount } from '#server/billing/discounts/redemptions.ts'
import { write } from '#server/store/writes/write.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { useService } from '../../support/services/use-service.ts'
import { discountsAt } from '../../support/stories/discounts.ts'

describeUsualDatabase('the last redemptions of a discount', (open) => {
  const service = useService(open)
  const { aDiscount, redeemed } = discountsAt(service)

  test('2,000 transactions that want the last 10 at the same time get exactly 10', async () => {
    const discount = await aDiscount({ max_redemptions: 10 })

    const want = () =>
      write(service.database.db, service.organizationId, (work) =>
        redeemDiscount(work, {
          discountId: discount.id,
          sessionId: null,
          customerId: null,
          email: null,
          fingerprint: null,
        }),
      )
    // If more requests ran at once, some would wait too long for a connection.
    const racers = Array.from({ length: 100 }, async () => {
      const results: PromiseSettledResult<void>[] = []
      for (let turn = 0; turn < 20; turn++) results.push(...(await Promise.allSettled([want()])))
      return results
    })
    const results = (await Promise.all(racers)).flat()

    const refused = results.filter((result) => result.status === 'rejected')
    expect([results.length, results.length - refused.length]).toEqual([2000, 10])
    expect(new Set(refused.map(({ reason }) => reason.code))).toEqual(new Set(['amount_changed']))
    expect(await redeemed(discount)).toBe(10)
  })
})
