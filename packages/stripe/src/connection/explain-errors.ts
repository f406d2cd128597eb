import { Stripe } from 'stripe'

/**
 * Returns the answer of `ask`, or throws an error that explains Stripe's error to the operator in a sentence. If the key lacks the
 * permission for `resource`, it may still charge, so the refusal does not pause the connection.
 */
export const explainErrors = async <Answer>(resource: string, ask: () => Promise<Answer>): Promise<Answer> => {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    const denied = error instanceof Stripe.errors.StripePermissionError
    throw new Error(
      denied
        ? `The key lacks permission for ${resource}: allow writing them in the dashboard.`
        : `Stripe says: ${error.message}`,
      { cause: error },
    )
  }
}
