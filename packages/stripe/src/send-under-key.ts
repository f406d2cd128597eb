import { Stripe } from 'stripe'
import type { StripeAccount } from './stripe-account.ts'

/**
 * The first pause between two tries, in milliseconds. Each later pause is twice as long; together they take six
 * seconds.
 */
const firstPause = 50
const lastPause = 3200

/**
 * Sends a request under an idempotency key. While another request with the same key runs, Stripe refuses our request. We then send it again
 * after a pause, and receive the other request's answer. Throws every other error at once, and Stripe's refusal after the last pause.
 */
export const sendUnderKey = async <Answer>(
  { environment }: Pick<StripeAccount, 'environment'>,
  send: () => Promise<Answer>,
): Promise<Answer> => {
  for (let wait = firstPause; ; wait *= 2) {
    try {
      return await send()
    } catch (error) {
      if (!isInUse(error) || wait > lastPause) throw error
    }
    await environment.wait(wait)
  }
}

const isInUse = (error: unknown): boolean => error instanceof Stripe.errors.StripeError && error.statusCode === 409
