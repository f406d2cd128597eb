import { Problem, type SandboxClock } from '@billing-checkout/contract'
import { moveClock } from '#server/billing/due-work/move-clock.ts'
import { answerOnce } from '#server/http/answer-once.ts'
import type { CallerContext } from '#server/organization/caller-context.ts'
import { processLifeEndingAt } from '../life.ts'
import { merchantCall } from '../shop.ts'
import type { Scene } from './scene.ts'

/** The merchant moves the clock. Servers may end during the move. The merchant then repeats the request, until the clock has arrived. */
export const moveClockBy = ({ world, note }: Scene, seconds: number, key: string): Promise<void> =>
  world.clock.lettingClockBeMoved(async () => {
    const { chance, stage } = world
    const to = new Date(world.clock.billingNow() + seconds * 1000).toISOString()
    const body = chance.happens(0.5) ? { to } : { advance: `PT${seconds}S` }
    for (let tries = 4; tries > 0; tries--) {
      const life = processLifeEndingAt(tries > 1 && chance.happens(0.6) ? 1 + chance.below(80) : Infinity)
      const billing = world.serve(life, 0, () => note({ kind: 'machine' }))
      const idempotency = { caller: 'merchant', key, operation: 'advanceSandboxClock', requestHash: key }
      const call: CallerContext = { ...merchantCall(world), wall: billing.wallClock(), idempotency }
      try {
        const { answer } = await answerOnce(billing.database, call, (once) => moveClock(billing, once, body))
        return expectInOrder(answer as SandboxClock)
      } catch (error) {
        // After the server that moved the clock had ended, the clock may have run past the requested time.
        if (error instanceof Problem && error.code === 'invalid_parameter') return
        if (!life.hasEnded() && !isOutage(error)) throw error
      }
      world.note('a mover of the clock went away')
      // No other caller can move the clock until the lease of the server that ended expires.
      await stage.turn(61 + chance.below(60))
    }
  })

const expectInOrder = ({ now, ran }: SandboxClock): void => {
  const moments = [...ran.map(({ at }) => at), now]
  if (moments.join() !== moments.toSorted().join()) throw new Error(`The clock ran through ${moments.join(', ')}.`)
}

/** The processor did not answer, or answered so late that another caller took over the clock. */
const isOutage = (error: unknown): boolean =>
  error instanceof Error &&
  (error.message.startsWith('503') || error.message.startsWith('Another caller has taken over the clock'))
