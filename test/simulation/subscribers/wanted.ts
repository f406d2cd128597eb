import type { WrittenSubscription } from './history.ts'
import type { Scene } from './scene.ts'

/** A plan and quantity, as requests name them. */
export interface WantedPlan {
  readonly id: string
  readonly quantity: number
}

/** A plan in one of its quantities. */
export const choosePlanQuantity = (
  { world: { chance }, plans }: Scene,
  id: string = chance.pick(plans).id,
): WantedPlan => {
  const { quantity, quantityMax } = plans.find((plan) => plan.id === id)!
  return { id, quantity: quantity + chance.below(quantityMax - quantity + 1) }
}

/** What a subscription may change to: any plan, or its own in some quantity. */
export const choosePlanFor = (scene: Scene, { plan }: WrittenSubscription): WantedPlan =>
  choosePlanQuantity(scene, scene.world.chance.happens(0.3) ? plan : undefined)

/** The discount that a buyer names; half of the buyers name none. */
export const chooseDiscount = ({ world: { chance }, discounts }: Scene): string | null =>
  chance.happens(0.5) ? chance.pick(discounts).id : null
