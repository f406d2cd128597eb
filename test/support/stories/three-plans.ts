import type { RunningService } from '../services/running-service.ts'
import { aMonthlyPlan, createPlan } from './shopper.ts'

/** A plan as it was created. */
export interface CreatedPlan {
  readonly id: string
}

/** Creates the story's main plan, one at about twice its price, and a one-off plan. */
export const createThreePlans = async (
  service: RunningService,
): Promise<{ readonly plan: CreatedPlan; readonly dear: CreatedPlan; readonly tin: CreatedPlan }> => ({
  plan: await createPlan(service),
  dear: await createPlan(
    service,
    aMonthlyPlan({ name: 'Dear', price: { default: { amount: 2000, currency: 'EUR' }, countries: [] } }),
  ),
  tin: await createPlan(service, {
    name: 'Tin',
    type: 'one-off',
    price: { default: { amount: 2500, currency: 'EUR' }, countries: [] },
  }),
})
