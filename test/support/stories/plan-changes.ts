import type { Answer, RunningService } from '../services/running-service.ts'
import { aMonthlyPlan, aReceipt, aShopper } from './shopper.ts'
import type { aSubscriber } from './subscriber.ts'

/** The result of a request as a word or a status code. */
export const resultCodeOf = ({ status, body }: Answer): string | number =>
  body.error?.code ?? body.payment_status ?? body.status ?? status

/** A monthly plan at a price in cents. */
export const monthlyPlanAt = (amount: number, more: object = {}): object =>
  aMonthlyPlan({ price: { default: { amount, currency: 'EUR' }, countries: [] }, ...more })

type Subscriber = Pick<Awaited<ReturnType<typeof aSubscriber>>, 'id' | 'customerId'>

/** Functions that change plans at a service: at a checkout, and by the merchant. */
export const changesAt = (service: () => RunningService) => ({
  /** A checkout that changes this subscription, as its shopper has read it. */
  aChange: async ({ id, customerId }: Subscriber, plan: { id: string }, mode?: string, customer: object = {}) => {
    const shopper = await aShopper(service(), {
      customer: { id: customerId, ...customer },
      plan: { id: plan.id },
      subscription: { id, ...(mode && { proration_billing_mode: mode }) },
    })
    const seen = await shopper.look()
    return {
      seen,
      look: () => shopper.look(),
      pay: () => shopper.payAsSeen(seen, { exp_year: 2090 }),
      patch: ({ body: { client_token: key, quote, ...more } } = seen) =>
        service().send('PATCH', '/subscriptions', {
          key,
          body: {
            subscription: { id },
            plan: { id: plan.id },
            expected: { ...quote.due_now, quote: quote.hash },
            consent: aReceipt({ quote, ...more }),
          },
        }),
    }
  },

  patch: (id: string, { status, planId, expected }: { status?: string; planId?: string; expected?: object }) =>
    service().send('PATCH', '/subscriptions', {
      body: {
        subscription: { id, ...(status && { status }) },
        ...(planId && { plan: { id: planId } }),
        ...(expected && { expected }),
      },
    }),
})
