import { beforeEach, describe, expect, test } from 'vitest'
import type { ProcessorOutcome } from '#server/processors/processor.ts'
import { sandboxProcessor } from '#server/processors/sandbox/sandbox-processor.ts'
import { updateOrganization } from '#server/organization/organizations.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { aMonthlyPlan, aShopper } from '../../support/stories/shopper.ts'
import { aSubscriber, moveClock, endAllSubscriptions } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'
import { watchedConnection } from '../../support/processors/watched-connection.ts'

const refused: ProcessorOutcome = { kind: 'failed', message: 'Amounts are multiples of 100.', refused: true }
const lockedOut: ProcessorOutcome = { kind: 'failed', message: 'The key was revoked.', lockedOut: true }

describeUsualDatabase('a renewal whose amount its connection can no longer charge', (open) => {
  /** The tables of steps by connection, which another release of an adapter may change. */
  const tables: Record<'fine' | 'coarse', { EUR: number }> = { fine: { EUR: 1 }, coarse: { EUR: 1 } }
  const minimum: { EUR?: number } = {}
  /** The charges without the shopper that processors received. */
  const asked: [connection: string, amount: number, reference: string][] = []
  let isLockedOut = true
  let settles: 'settled' | 'failed' = 'settled'
  const service = useService(open, ({ db }) => {
    const connection = (id: 'fine' | 'coarse') => ({
      ...watchedConnection(sandboxProcessor({ database: db }), id, ({ initiator, amount, reference }) => {
        if (initiator === 'CIT') return undefined
        asked.push([id, amount, reference])
        if (id === 'fine' && isLockedOut) return Promise.resolve(lockedOut)
        return amount % tables[id].EUR === 0 ? undefined : Promise.resolve(refused)
      }),
      steps: tables[id],
      minimum,
      settlements: async (ids: readonly string[]) => ids.map((transactionId) => ({ transactionId, state: settles })),
    })
    return {
      processor: connection('fine'),
      otherProcessors: [connection('coarse')],
      settings: { routing: [{ connection: 'fine' }, { connection: 'coarse' }] },
    }
  })
  beforeEach(async () => {
    asked.length = 0
    isLockedOut = true
    settles = 'settled'
    tables.fine.EUR = 1
    delete minimum.EUR
    await endAllSubscriptions(service)
  })
  const priced = (amount: number) => aMonthlyPlan({ price: { default: { amount, currency: 'EUR' }, countries: [] } })
  /** A subscriber whose renewal was frozen at 1049 and has failed, because its connection refuses every request. */
  const aFrozenRenewal = async () => {
    tables.coarse.EUR = 1
    const subscriber = await aSubscriber(service, priced(1049), {}, { address: { country: 'US' } })
    tables.coarse.EUR = 100
    await moveClock(service, 'P31D')
    expect(asked.map(([, amount]) => amount)).toContain(1049)
    const tries = asked.map(([, , reference]) => reference)
    asked.length = 0
    return { ...subscriber, tries }
  }
  type Subscriber = Awaited<ReturnType<typeof aSubscriber>>
  const seen = async ({ payments, row }: Subscriber) => {
    const { status, balanceAmount, deferredReason } = await row()
    const amounts = (await payments()).map(({ payment_status: became, amount }: Record<string, unknown>) => [
      String(became).replace('SETTLED', 'SETTLING'),
      amount,
    ])
    return { status, balanceAmount, deferredReason, amounts }
  }

  /** Lets the subscriber enter a card again, which is then stored over the coarse connection. */
  const moveMethod = async ({ id, customerId }: Subscriber) => {
    const { db } = service.database
    const route = (connection: string) =>
      updateOrganization(
        db,
        service.organizationId,
        { settings: { routing: [{ connection }] } },
        new Date().toISOString(),
      )
    await route('coarse')
    const shopper = await aShopper(service, { customer: { id: customerId }, subscription: { id } })
    const { body } = await shopper.pay()
    await route('fine')
    expect(body).toMatchObject({ amount: 0, subscription: { status: 'active' } })
  }

  test('because its method moved to that connection is rounded down, and the rest is owed with the next renewal', async () => {
    const subscriber = await aFrozenRenewal()
    await moveMethod(subscriber)

    await moveClock(service, 'P2D')
    const charged = await seen(subscriber)
    await moveClock(service, 'P31D')

    expect(charged).toMatchObject({ status: 'active', balanceAmount: -49, deferredReason: null })
    expect(charged.amounts.at(-1)).toEqual(['SETTLING', 1000])
    const next = await seen(subscriber)
    expect(next.amounts.at(-1)).toEqual(['SETTLING', 1000])
    expect(next.balanceAmount).toBe(-98)
  })
  test('because the connection’s step has changed is charged under a reference that no earlier try had', async () => {
    const subscriber = await aFrozenRenewal()
    tables.fine.EUR = 100
    await moveClock(service, 'P2D')
    isLockedOut = false

    await moveClock(service, 'P2D')

    const later = asked.map(([, , reference]) => reference)
    expect(later.length).toBeGreaterThan(1)
    expect(new Set([...subscriber.tries, ...later]).size).toBe(subscriber.tries.length + later.length)
    expect((await seen(subscriber)).amounts.slice(1)).toEqual([
      ...subscriber.tries.map(() => ['FAILED', 1049]),
      ...later.slice(1).map(() => ['FAILED', 1000]),
      ['SETTLING', 1000],
    ])
  })

  test('because it is below the connection’s minimum is not charged, and is owed in full with the next renewal', async () => {
    const subscriber = await aFrozenRenewal()
    minimum.EUR = 1500
    isLockedOut = false

    await moveClock(service, 'P2D')

    expect(asked).toEqual([])
    expect(await seen(subscriber)).toMatchObject({ status: 'active', balanceAmount: -1049, deferredReason: null })
    await moveClock(service, 'P31D')
    expect(asked.map(([, amount]) => amount)).toEqual([2098])
  })

  describe('and which is owed again, because the money of the running period never settled,', () => {
    const aLostPeriod = async () => {
      tables.coarse.EUR = 1
      isLockedOut = false
      const subscriber = await aSubscriber(service, priced(1049), {}, { address: { country: 'US' } })
      settles = 'failed'
      await moveClock(service, 'PT36H')
      settles = 'settled'
      expect(await seen(subscriber)).toMatchObject({ status: 'past_due', balanceAmount: 0 })
      asked.length = 0
      return subscriber
    }

    test('is rounded down, and the rest is owed with the next period', async () => {
      const subscriber = await aLostPeriod()
      tables.fine.EUR = 100

      await moveClock(service, 'P4D')

      const charged = await seen(subscriber)
      expect(charged).toMatchObject({ status: 'active', balanceAmount: -49 })
      expect(charged.amounts).toEqual([
        ['FAILED', 1049],
        ['SETTLING', 1000],
      ])
      await moveClock(service, 'P31D')
      expect((await seen(subscriber)).amounts.at(-1)).toEqual(['SETTLING', 1000])
    })

    test('is owed in full with the next period if it is below the minimum', async () => {
      const subscriber = await aLostPeriod()
      minimum.EUR = 1500

      await moveClock(service, 'P4D')

      expect(asked).toEqual([])
      expect(await seen(subscriber)).toMatchObject({ status: 'active', balanceAmount: -1049 })
      await moveClock(service, 'P31D')
      expect(asked.map(([, amount]) => amount)).toEqual([2098])
    })
  })
})
