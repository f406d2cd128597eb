import { expect } from 'vitest'
import { processDueSubscriptions } from '#server/billing/due-work/process-due-subscriptions.ts'
import { refundsAt } from '../../processors/refunds-with-news.ts'
import type { RunningService } from '../../services/running-service.ts'
import { creditAt, thirtyDayPlanAt } from './customer-credit.ts'
import { changesAt } from '../plan-changes.ts'
import { createPlan } from '../shopper.ts'
import { moveClock } from '../subscriber.ts'

/** Options of a change to a cheaper plan that leaves credit. */
interface Downgrade {
  /** The proration mode. */
  readonly mode?: string
  /** The card number. */
  readonly number?: string
  /** The price of the cheaper plan; 1000 by default. */
  readonly price?: number
}

/** Functions for a customer whose credit comes from a payment of 10,000. */
export const aCustomerWithCreditAt = async (service: RunningService) => {
  const { aCustomer, subscriptionRow } = creditAt(() => service)
  const { aChange, patch } = changesAt(() => service)
  const { refund } = refundsAt(() => service)
  const customer = await aCustomer()
  const work = () => processDueSubscriptions(service.billing, { concurrency: 1, isClockMoving: true })
  /** A subscription of 10,000 that was changed to a cheaper plan right after its purchase. The unused rest of its payment became credit. */
  const aDowngrade = async ({ mode, number = '4242424242424242', price = 1000 }: Downgrade = {}) => {
    const [dear, cheap] = [
      await createPlan(service, thirtyDayPlanAt(10_000)),
      await createPlan(service, thirtyDayPlanAt(price)),
    ]
    const { body } = await (await customer.visit({ plan: { id: dear.id } })).pay({ number, exp_year: 2090 })
    const subscription = { id: body.subscription.id as string, customerId: customer.id }
    expect((await (await aChange(subscription, cheap, mode)).patch()).status).toBe(200)
    return { ...subscription, paymentId: body.id as string, row: () => subscriptionRow(subscription.id) }
  }
  /** A downgraded subscription that was cancelled, and whose paid period is over. */
  const anEndedDowngrade = async (number?: string) => {
    const subscription = await aDowngrade({ ...(number && { number }) })
    await patch(subscription.id, { status: 'cancelled' })
    await moveClock(service, 'P31D')
    return subscription
  }
  /** A downgraded subscription that was cancelled and partly refunded, whose remaining credit then moved to the customer immediately. */
  const aRefundedDowngrade = async (downgrade: Downgrade = {}) => {
    const subscription = await aDowngrade({ mode: 'prorated_next_billing_period', ...downgrade })
    await patch(subscription.id, { status: 'cancelled' })
    await refund(subscription.paymentId, 1000)
    await work()
    return subscription
  }
  /** The customer's remaining credit, rounded to ignore the price of a second. */
  const left = async () => {
    const [first] = await customer.balances()
    return first === undefined ? 0 : roundToTens(first.amount)
  }
  return { ...customer, work, aDowngrade, anEndedDowngrade, aRefundedDowngrade, left }
}

/** An amount in minor units, rounded to ignore the price of a second. */
export const roundToTens = (minor: number): number => Math.round(minor / 10) * 10
