import { Stripe } from 'stripe'
import type { StripeAccount } from './stripe-account.ts'

/** Milliseconds between two tries: each twice as long as the one before, six seconds together. */
const firstPause = 50
const lastPause = 3200

/**
 * Sends a request under a key. While another request under the same key runs, Stripe refuses this one: it is sent again after a
 * while, and gets the answer of the other. Throws what Stripe answers to anything else.
 */
export const sendUnderKey = async <Answer>(
  { surroundings }: Pick<StripeAccount, 'surroundings'>,
  send: () => Promise<Answer>,
): Promise<Answer> => {
  for (let wait = firstPause; ; wait *= 2) {
    try {
      return await send()
    } catch (error) {
      if (!isInUse(error) || wait > lastPause) throw error
    }
    await surroundings.wait(wait)
  }
}

const isInUse = (error: unknown): boolean => error instanceof Stripe.errors.StripeError && error.statusCode === 409
