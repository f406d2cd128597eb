import { expect, test } from 'vitest'
import { loseSinceScene, saveScene } from '../../simulation/meetings/saved-scenes.ts'
import { setPrice, startServiceToFailOver } from '../../support/services/service-to-fail-over.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { aMonthlyPlan } from '../../support/stories/shopper.ts'
import { aSubscriber, moveClock } from '../../support/stories/subscriber.ts'

describeUsualDatabase('a payment of which the processor had taken less before a failover', (open) => {
  /** A renewal of 999 on 1 April; the processor has already collected 600 under its reference. */
  const aShortRenewal = async () => {
    const started = await startServiceToFailOver(await open())
    const { service, processor } = started
    const told = { state: 'pending' as 'pending' | 'settled' | 'failed' }
    const subscriber = await aSubscriber(service, aMonthlyPlan())
    await moveClock(service, '2027-03-15T00:00:00Z')
    await saveScene(service.database.db, 'replica')
    await setPrice(service, subscriber.id, 600)
    await moveClock(service, '2027-04-01T12:00:00Z')
    await loseSinceScene(service.database.db, 'replica')
    await setPrice(service, subscriber.id, 999)
    Object.assign(processor, {
      settlements: async (ids: readonly string[]) => ids.map((id) => ({ transactionId: id, state: told.state })),
    })
    await moveClock(service, '2027-04-01T12:00:00Z')
    const payments = async (): Promise<{ id: string; amount: number; payment_status: string }[]> =>
      (await subscriber.payments()).slice(1)
    return { ...started, subscriber, payments, told }
  }

  test('if too little was taken and never settles, the whole price is owed, and the rest is not owed in addition', async () => {
    const { service, subscriber, payments, told } = await aShortRenewal()
    const owing = (await subscriber.row()).balanceAmount
    told.state = 'failed'
    await moveClock(service, '2027-04-02T12:10:00Z')
    const lost = await subscriber.row()
    told.state = 'settled'

    await moveClock(service, '2027-05-01T12:00:00Z')

    expect(owing).toBe(-399)
    expect(lost).toMatchObject({ status: 'past_due', balanceAmount: 0 })
    expect((await payments()).map(({ amount, payment_status }) => `${amount} ${payment_status}`)).toEqual([
      '999 FAILED',
      '999 SETTLED',
      '999 SETTLING',
    ])
    await service.close()
  })

  test('if the rest was charged and then the short payment never settles, the customer owes the sum that was taken', async () => {
    const { service, subscriber, payments, told } = await aShortRenewal()
    await moveClock(service, '2027-05-01T12:00:00Z')
    told.state = 'failed'
    await moveClock(service, '2027-05-02T06:00:00Z')
    told.state = 'settled'

    const lost = await subscriber.row()
    await moveClock(service, '2027-06-01T12:00:00Z')

    expect(lost).toMatchObject({ status: 'active', balanceAmount: -600 })
    expect((await payments()).map(({ amount }) => amount)).toEqual([999, 999 + 399, 999 + 600])
    await service.close()
  })

  test('refunds give back at most what was taken, and the customer owes nothing if the refunded money never settles', async () => {
    const { service, subscriber, payments, net, told } = await aShortRenewal()
    const [short] = await payments()
    const refund = async (body: object) => (await service.send('POST', `/payments/refund/${short!.id}`, { body })).body

    const tooMuch = await refund({ amount: 601 })
    const rest = [await refund({ amount: 100 }), await refund({})]
    const nothingLeft = await refund({})
    told.state = 'failed'
    await moveClock(service, '2027-04-02T12:10:00Z')

    expect(tooMuch.error).toMatchObject({ code: 'refund_exceeds_captured', message: expect.stringContaining('600') })
    expect(nothingLeft.error.code).toBe('refund_exceeds_captured')
    expect(rest).toMatchObject([{ refunded_amount: 100 }, { refunded_amount: 600, refund: { status: 'succeeded' } }])
    expect(await net()).toEqual({ taken: 999 + 600, back: 600 })
    expect(await payments()).toMatchObject([{ payment_status: 'FAILED' }])
    expect(await subscriber.row()).toMatchObject({ status: 'active', owedClaimId: null })
    await service.close()
  })
})
