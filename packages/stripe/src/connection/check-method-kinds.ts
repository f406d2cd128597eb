import type { AccountFinding } from '@billing-checkout/server/processor'
import { Stripe } from 'stripe'
import { type StripeKind, walletTypes } from '../methods/kinds.ts'

/** Stripe's name of each kind in an account's payment method settings. */
const names = { PAYPAL: 'paypal', CASHAPP: 'cashapp', ...walletTypes } as const satisfies Partial<
  Record<StripeKind, string>
>

/** One finding for each kind that a connection offers besides cards: whether the account can charge it. */
export const checkMethodKinds = async (
  client: Stripe,
  kinds: readonly StripeKind[],
): Promise<readonly AccountFinding[]> => {
  const others = kinds.filter((kind) => kind !== 'CARD')
  if (others.length === 0) return []
  try {
    const { data } = await client.paymentMethodConfigurations.list({ limit: 100 })
    return others.map((kind) => {
      const ok = data.some((configuration) => configuration.active && configuration[names[kind]]?.available)
      const message = ok ? kind : `${kind} is not enabled: enable it under Payment methods in Stripe's dashboard.`
      return { check: 'kinds', ok, message }
    })
  } catch (error) {
    // `findMissingPermissions` reports that the key lacks this permission.
    if (error instanceof Stripe.errors.StripePermissionError) return []
    throw error
  }
}
