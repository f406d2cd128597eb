import type { Billing } from '#server/billing/billing.ts'
import type { Fault } from '../support/processors/faulty-processor.ts'
import type { Books } from './books.ts'
import { chanceOf } from './chance.ts'
import { type ProcessLife, processLifeEndingAt } from './life.ts'
import { finishWorld, playAndWatch } from './play-seed.ts'
import { openShop, type Shop } from './shop.ts'
import { openWorld, type World } from './world.ts'

/** Whether a process ends at each await in turn, as in `npm run drill`. Otherwise it usually ends at every third await. */
export const isEveryAwaitPlayed = process.env['EVERY_AWAIT'] === 'yes'

/**
 * Plays a scene repeatedly, ending a process `step` awaits later each time, until the scene finishes before the process ends. The first
 * call to the processor has `firstFault`. Returns the number of the last await at which the process ended.
 */
export const crashAtEveryAwait = async (
  billing: Billing,
  firstFault: Fault,
  play: (world: World, shop: Shop, life: ProcessLife) => Promise<void>,
  { first = 1, step = isEveryAwaitPlayed ? 1 : 3, settings = {} }: CutOff = {},
): Promise<number> => {
  for (let point = first; ; point += step) {
    const faults = [firstFault]
    const world = await openWorld(billing, chanceOf(point), {
      faultOf: () => faults.pop() ?? 'none',
      settings,
    })
    await world.clock.tellTime()
    const life = processLifeEndingAt(point)
    await play(world, await openShop(world, '4242424242424242'), life)
    if (!life.hasEnded()) return point - step
  }
}

/** Plays the stories on the stage, then lets the workers finish everything. Returns the books. */
export const playToTheEnd = async (world: World): Promise<Books> => {
  await playAndWatch(world)
  return finishWorld(world)
}

/** The awaits at which a process ends, and the organization's settings. */
interface CutOff {
  readonly first?: number
  readonly step?: number
  readonly settings?: object
}
