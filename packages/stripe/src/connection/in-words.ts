import { Stripe } from 'stripe'

/**
 * What `ask` answers; throws what Stripe says against it as a sentence for the operator. A key may lack the permission for `resource`
 * without lacking any for money, so a refusal here locks no connection out.
 */
export const inWords = async <Answer>(resource: string, ask: () => Promise<Answer>): Promise<Answer> => {
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
