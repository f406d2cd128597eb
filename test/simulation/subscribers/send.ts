import { Problem } from '@billing-checkout/contract'
import type { Billing } from '#server/billing/billing.ts'
import { answerOnce } from '#server/http/answer-once.ts'
import { actsForMerchant, type CallerContext, type Principal } from '#server/organization/caller-context.ts'
import { drawnLife } from '../client.ts'
import { Crash } from '../life.ts'
import { merchantCall } from '../shop.ts'
import type { Cause } from './cause.ts'
import type { Scene } from './scene.ts'

const merchant: Principal = { kind: 'merchant', keyId: 'key_simulation', scopes: null }

/** A request to a server, and its cause for the calculator. */
export interface SubscriberRequest {
  readonly cause: Cause
  readonly principal?: Principal
  readonly key: string
  readonly ask: (billing: Billing, call: CallerContext) => Promise<unknown>
}

/** Sends a request until it is answered or refused, at most three times. The server may end at any point of each try. */
export const sendUntilDone = async (
  { world, note }: Scene,
  { cause, principal = merchant, key, ask }: SubscriberRequest,
): Promise<void> => {
  for (let tries = 3; tries > 0; tries--) {
    const life = drawnLife(world, 0.25)
    const billing = world.serve(life, 0, () => note(cause))
    const caller = actsForMerchant(principal) ? 'merchant' : `widget:${principal.sessionId}`
    const call: CallerContext = {
      ...merchantCall(world),
      principal,
      wall: billing.wallClock(),
      idempotency: { caller, key, operation: 'simulated', requestHash: key },
    }
    try {
      await answerOnce(billing.database, call, (once) => ask(billing, once))
      return
    } catch (error) {
      if (!life.hasEnded() && !(error instanceof Crash)) {
        if (!(error instanceof Problem)) throw error
        if (error.code !== 'idempotency_in_progress') return
      }
    }
    await world.stage.turn(world.chance.below(70))
  }
}
