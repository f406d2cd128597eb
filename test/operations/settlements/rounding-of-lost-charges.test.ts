import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { type RunningService, startService } from '../../support/services/running-service.ts'
import { changesAt, resultCodeOf } from '../../support/stories/plan-changes.ts'
import { aMonthlyPlan, aShopper, createPlan } from '../../support/stories/shopper.ts'
import { aScriptedProcessor, aSubscriber, moveClock } from '../../support/stories/subscriber.ts'

const settlementFails = '4000000000008880'

/** A price in a currency that the sandbox charges in steps of ten. */
const priceOf = (amount: number) => ({ default: { amount, currency: 'LYD' }, countries: [] })
const pricedAt = (amount: number) => aMonthlyPlan({ price: priceOf(amount) })

/** The payment of a shopper who restarts a cancelled subscription. */
const recover = async (service: RunningService, { id, customerId }: { id: string; customerId: string }) => {
  const shopper = await aShopper(service, { customer: { id: customerId }, subscription: { id } })
  return (await shopper.pay()).body
}

describeEachDatabase('the rounding of a charge is no longer owed by a cancelled subscription', (open) => {
  const aShop = async () => {
    const database = await open()
    const scripted = aScriptedProcessor(database)
    const service = await startService(database, {
      processor: scripted,
      settings: { tax_registrations: [{ country: 'DE', behavior: 'exclusive' }], collect_tax: true },
    })
    await moveClock(service, '2027-02-01T10:00:00Z')
    return { service, scripted, ...changesAt(() => service) }
  }

  test('if the money of that charge is lost after a plan change made it credit', async () => {
    const { service, aChange } = await aShop()
    const german = { address: { country: 'DE' } }
    const subscriber = await aSubscriber(service, pricedAt(5100), { number: settlementFails }, german)
    const later = await aChange(subscriber, await createPlan(service, pricedAt(5100)), 'prorated_next_billing_period')
    expect(resultCodeOf(await later.patch())).toBe('active')
    await service.send('POST', `/subscriptions/cancel/${subscriber.id}`)
    const left = (await subscriber.row()).balanceAmount
    await moveClock(service, '2027-03-05T10:00:00Z')
    const owed = await subscriber.row()

    const recovered = await recover(service, subscriber)

    // 5100 plus 19 % tax is 6069, which is charged as 6060 in steps of ten. 6060 contain 5092 of the price, so 8 are left.
    expect(left).toBe(-8)
    expect(owed).toMatchObject({ status: 'cancelled', periodPaymentId: null, balanceAmount: -8 - 5092 })
    // If the 8 were still owed, the amount would be 12,130.
    expect(recovered).toMatchObject({ payment_status: 'SETTLING', amount: 12_120, tax: { amount_subtotal: 10_185 } })
    await service.close()
  })

  test('if a trial’s charge is lost, and the renewal that collects it is declined', async () => {
    const { service, scripted } = await aShop()
    const german = { address: { country: 'DE' } }
    const trial = { trial_interval: 'days', trial_interval_count: 7, trial_price: priceOf(5100) }
    const subscriber = await aSubscriber(service, { ...pricedAt(5100), ...trial }, { number: settlementFails }, german)
    scripted.script.push('decline', 'decline', 'decline')
    await moveClock(service, '2027-02-09T10:00:00Z')
    await service.send('POST', `/subscriptions/cancel/${subscriber.id}`)
    const owed = await subscriber.row()

    const recovered = await recover(service, subscriber)

    expect(owed).toMatchObject({ status: 'cancelled', periodPaymentId: null, balanceAmount: -8 - 5092 })
    const amounts = (await subscriber.payments()).map(({ amount }: { amount: number }) => amount)
    expect(amounts).toEqual([6060, 6060, 6060, 12_130, 12_120])
    expect(recovered).toMatchObject({ payment_status: 'SETTLING', amount: 12_120, tax: { amount_subtotal: 10_185 } })
    await service.close()
  })
})
