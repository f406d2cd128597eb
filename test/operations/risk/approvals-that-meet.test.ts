import { beforeAll, describe, expect, test } from 'vitest'
import { hashNetworkAddress, minuteOf } from '#server/billing/checks/declines-of-address.ts'
import { openTestDatabase } from '../../support/databases/databases.ts'
import { countBlockedTransactions } from '../../support/interleaving/count-waiting.ts'
import { actionPages } from '../../support/processors/bank.ts'
import { aBuyer, createPlan } from '../../support/stories/shopper.ts'
import { useService } from '../../support/services/use-service.ts'

const challenged = '4000000000003220'

describe('approvals from one network address that are committed at the same time (postgresql)', () => {
  const service = useService(() => openTestDatabase('postgresql'))
  let planId: string
  beforeAll(async () => {
    planId = (await createPlan(service)).id
  })

  /** Locks the counts of the address for this minute and the next two, until two transactions wait for a lock. */
  const whileTwoWait = async (address: string, run: () => Promise<unknown>): Promise<void> => {
    let running: Promise<unknown> | undefined
    await service.database.db.transaction().execute(async (holder) => {
      const minutes = [0, 1, 2].map((later) => minuteOf(new Date(Date.now() + later * 60_000).toISOString()))
      await holder
        .insertInto('declineCounts')
        .values(
          minutes.map((minute) => ({
            organizationId: service.organizationId,
            address,
            minute,
            declines: 0,
            approvals: 0,
          })),
        )
        .execute()
      running = run()
      await expect.poll(() => countBlockedTransactions(service.database), { timeout: 10_000 }).toBe(2)
    })
    await running
  }

  test('are credited to it once for one card', async () => {
    const address = hashNetworkAddress(service.billing, '127.0.0.1')
    const pay = async () => (await (await aBuyer(service, planId)).pay({ number: challenged })).body
    const payments = [await pay(), await pay()]

    await whileTwoWait(address, () =>
      Promise.all(payments.map(({ next_action }) => actionPages(service, next_action.url).answer('passed'))),
    )

    const { approvals } = await service.database.db
      .selectFrom('declineCounts')
      .select(({ fn }) => fn.sum<number>('approvals').as('approvals'))
      .where('address', '=', address)
      .executeTakeFirstOrThrow()
    const paid = await Promise.all(payments.map(({ id }) => service.send('GET', `/payments/${id}`)))
    expect(paid.map(({ body }) => body.payment_status)).toEqual(['SETTLING', 'SETTLING'])
    expect(Number(approvals)).toBe(1)
  })
})
