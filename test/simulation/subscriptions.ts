import { Problem } from '@billing-checkout/contract'
import { changeSubscription } from '#server/billing/charge/change-subscription.ts'
import { runDueWork } from '#server/billing/due-work/kinds.ts'
import { inOrganization } from '#server/store/in-organization.ts'
import { type ProcessLife, ignoreCrash } from './life.ts'
import { merchantCall } from './shop.ts'
import type { World } from './world.ts'

/** Runs one round of due work. */
export const renewSubscriptions = async (world: World, life: ProcessLife): Promise<void> => {
  const billing = world.serve(life, 0)
  await runDueWork(billing, { concurrency: 1, isClockMoving: false }).catch((error: unknown) => {
    if (!(error instanceof Error) || !error.message.startsWith('503')) ignoreCrash(error)
  })
}

/** Cancels one of the subscriptions, as the merchant. */
export const cancelSubscription = async (world: World, life: ProcessLife): Promise<void> => {
  const ids = await inOrganization(world.billing.database, world.organization.id)
    .selectFrom('subscriptions')
    .select('id')
    .where('status', '<>', 'cancelled')
    .orderBy('createdAt')
    .execute()
  if (ids.length === 0) return
  const { id } = world.chance.pick(ids)
  await changeSubscription(world.serve(life, 0), merchantCall(world), id, { status: 'cancelled' }).catch(
    (error: unknown) => {
      if (!(error instanceof Problem)) ignoreCrash(error)
    },
  )
}
