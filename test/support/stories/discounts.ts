import type { Answer, RunningService } from '../services/running-service.ts'
import { aBuyer, createPlan, type Shopper } from './shopper.ts'
import { monthlyPlanAt } from './plan-changes.ts'

/** The body of a discount of 20 % for three periods. */
export const spring = { name: 'Spring', percent_off: 20, duration: 'periods', periods: 3 } as const

let codes = 0

/** Functions that create discounts at a service, and shoppers who enter their codes. */
export const discountsAt = (service: RunningService) => {
  const aDiscount = async (members: object = {}) => {
    const { status, body } = await service.send('POST', '/discounts', { body: { ...spring, ...members } })
    if (status !== 200) throw new Error(`No discount: ${JSON.stringify(body)}`)
    return body
  }
  return {
    aDiscount,
    /** A discount with a code of its own. */
    aCode: (members: object = {}) => aDiscount({ code: `SPRING-${++codes}`, ...members }),
    /** A plan of 10 euros a month. */
    aPlan: (more: object = {}) => createPlan(service, monthlyPlanAt(1000, more)),
    /** How often a discount is redeemed. */
    redeemed: async ({ id }: { id: string }): Promise<number> =>
      (await service.send('GET', `/discounts/${id}`)).body.redeemed,
    /** A shopper whose checkout accepts codes. */
    aCodeBuyer: (planId: string, members: object = {}): Promise<Shopper> =>
      aBuyer(service, planId, { options: { allow_codes: true }, ...members }),
    /** Enters a code at a checkout like the widget does. */
    enter: async (shopper: Shopper, code: string | null, address?: string): Promise<Answer> =>
      service.send('PATCH', `/checkout/${shopper.sessionId}`, {
        key: (await shopper.look()).body.client_token,
        body: { discount_code: code },
        ...(address !== undefined && { headers: { 'X-Forwarded-For': address } }),
      }),
  }
}
