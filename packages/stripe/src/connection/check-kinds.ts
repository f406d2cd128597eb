import type { AccountFinding } from '@billing-checkout/server/processor'
import { Stripe } from 'stripe'
import { type StripeKind, walletTypes } from '../methods/kinds.ts'

/** What Stripe calls each kind in the settings of an account's payment methods. */
const names = { PAYPAL: 'paypal', CASHAPP: 'cashapp', ...walletTypes } as const satisfies Partial<
  Record<StripeKind, string>
>

/** Whether the account may charge the kinds that a connection is to offer in addition to cards. */
export const checkKinds = async (client: Stripe, kinds: readonly StripeKind[]): Promise<readonly AccountFinding[]> => {
  const beside = kinds.filter((kind) => kind !== 'CARD')
  if (beside.length === 0) return []
  try {
    const { data } = await client.paymentMethodConfigurations.list({ limit: 100 })
    return beside.map((kind) => {
      const ok = data.some((configuration) => configuration.active && configuration[names[kind]]?.available)
      const message = ok ? kind : `${kind} is not enabled: enable it under Payment methods in Stripe's dashboard.`
      return { check: 'kinds', ok, message }
    })
  } catch (error) {
    // The permissions are examined by themselves, and this one is named there.
    if (error instanceof Stripe.errors.StripePermissionError) return []
    throw error
  }
}
