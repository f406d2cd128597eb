import { Problem } from '@billing-checkout/contract'
import { startSubscription } from '#server/billing/charge/start-subscription.ts'
import { drawnLife } from './client.ts'
import { ignoreCrash } from './life.ts'
import { countries } from './simulated-shop-settings.ts'
import { aCustomer, merchantCall } from './shop.ts'
import type { Story } from './stories.ts'

/** The merchant starts a free trial for a customer, perhaps twice at the same time. */
export const freeStartStory: Story = async (world, { trialPlanId }) => {
  if (trialPlanId === null) return
  const customerId = await aCustomer(world, '4242424242424242', { country: world.chance.pick(countries) })
  const start = async () => {
    try {
      await startSubscription(world.serve(drawnLife(world, 0.2), 0), merchantCall(world), {
        customer: { id: customerId },
        plan: { id: trialPlanId },
      })
      world.note('a trial was started by key')
    } catch (error) {
      if (!(error instanceof Problem)) ignoreCrash(error)
    }
  }
  world.stage.begin(start)
  if (world.chance.happens(0.5)) world.stage.begin(start)
}
