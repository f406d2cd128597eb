import { beforeEach, expect, test } from 'vitest'
import { goodCard } from '../../../examples/own-processor/src/cards.ts'
import { type OwnProcessor, ownProcessor } from '../../../examples/own-processor/src/own-processor.ts'
import { completeAttempts } from '#server/billing/attempts/complete-attempts.ts'
import type { MadeCustomer } from '#server/processors/processor.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { aBuyer, aMonthlyPlan, createPlan } from '../../support/stories/shopper.ts'
import { useService } from '../../support/services/use-service.ts'

const refused: MadeCustomer = { kind: 'ended', outcome: { kind: 'failed', message: 'No record is made today.' } }

describeEachDatabase('a charge whose processor cannot create its record of the customer', (open) => {
  let own: OwnProcessor
  /** The results of the next tries to make a record, in order; later tries succeed. */
  let makes: (() => Promise<MadeCustomer>)[]
  const service = useService(open, () => {
    own = ownProcessor()
    const { customers } = own
    const make: NonNullable<OwnProcessor['customers']>['make'] = (customer, number) =>
      makes.shift()?.() ?? customers!.make(customer, number)
    return { processor: { ...own, twoSteps: undefined, customers: { make } } }
  })
  beforeEach(() => {
    makes = []
  })
  const pay = async () => {
    const shopper = await aBuyer(service, String((await createPlan(service, aMonthlyPlan())).id))
    const details = { processor_token: own.tokenize(goodCard), connection: 'own' }
    return shopper.pay({}, { payment_method: { type: 'CARD', details } })
  }
  const charged = async (reference: string) =>
    (await own.list('2020-01-01T00:00:00.000Z')).transactions.filter((each) => each.reference === reference)
  const lastAttempt = () =>
    service.database.db
      .selectFrom('attempts')
      .select(['processorKey', 'paymentId'])
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .executeTakeFirst()
  const paymentOf = async (id: string) => (await service.send('GET', `/payments/${id}`)).body

  test('has failed, and its reference is free, if no other request may have made the record', async () => {
    makes = [async () => refused]

    const { body } = await pay()

    expect(body.payment_status).toBe('FAILED')
    expect(await charged((await lastAttempt())!.processorKey)).toEqual([])
  })

  test('is closed before it has failed, where a former holder may still make it', async () => {
    const stalled = Promise.withResolvers<void>()
    const arrived = Promise.withResolvers<void>()
    makes = [
      async () => {
        arrived.resolve()
        await stalled.promise
        return { kind: 'made', reference: 'late' }
      },
      async () => refused,
    ]

    const paying = pay()
    await arrived.promise
    await completeAttempts(service.billing, { aheadSeconds: 1000, awaitingRetry: true })
    const { processorKey, paymentId } = (await lastAttempt())!
    const ended = await paymentOf(paymentId)
    stalled.resolve()
    const { body: late } = await paying

    expect(ended.payment_status).toBe('FAILED')
    expect(late.payment_status).toBe('FAILED')
    expect(await charged(processorKey)).toEqual([])
  })
})
