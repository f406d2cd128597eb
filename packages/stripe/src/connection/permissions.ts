import { Stripe } from 'stripe'
import { type StripeKind, walletKinds } from '../methods/kinds.ts'

/** A permission that a restricted key needs. */
interface Permission {
  /** Its name in Stripe's dashboard. */
  readonly label: string
  readonly level: 'Read' | 'Write'
  /** Its name in Stripe's errors. */
  readonly name: string
  /** The kinds of method that need this permission; absent: every connection needs it. */
  readonly kinds?: readonly StripeKind[]
  /** The consequence of a missing permission, in words; absent if the connection does not work without it. */
  readonly without?: string
  /**
   * Requests that fail if the key lacks this permission. If the key has the permission, they succeed, or fail for another reason. None of
   * these requests changes anything.
   */
  readonly requests: readonly ((client: Stripe) => Promise<unknown>)[]
}

/** An id that no object has. Stripe looks for the object only after it has checked the permission. */
const unusedId = (prefix: string): string => `${prefix}_none`

/**
 * The permissions that a restricted key needs, by their labels in Stripe's dashboard. Writing includes reading. To test a permission to
 * write, we write to an object that does not exist: 403 means that the permission is missing, 404 that the key has it. The permissions are
 * tested when the operator enters the key, because otherwise the first shopper's payment would fail.
 * https://docs.stripe.com/keys/restricted-api-keys and https://docs.stripe.com/stripe-apps/reference/permissions, read in November 2026.
 */
export const permissions: readonly Permission[] = [
  {
    label: 'Customers',
    level: 'Write',
    name: 'customer_write',
    requests: [(client) => client.customers.del(unusedId('cus'))],
  },
  {
    label: 'Payment Intents',
    level: 'Write',
    name: 'payment_intent_write',
    requests: [
      (client) => client.paymentIntents.cancel(unusedId('pi')),
      (client) => client.paymentIntents.list({ limit: 1 }),
    ],
  },
  {
    label: 'Setup Intents',
    level: 'Write',
    name: 'setup_intent_write',
    requests: [
      (client) => client.setupIntents.cancel(unusedId('seti')),
      (client) => client.setupIntents.list({ limit: 1 }),
    ],
  },
  {
    label: 'Payment Methods',
    level: 'Write',
    name: 'payment_method_write',
    requests: [
      (client) => client.paymentMethods.detach(unusedId('pm')),
      (client) => client.paymentMethods.retrieve(unusedId('pm')),
    ],
  },
  {
    label: 'Charges and Refunds',
    level: 'Write',
    name: 'charge_write',
    requests: [
      (client) => client.refunds.update(unusedId('re'), { metadata: { bc_check: 'none' } }),
      (client) => client.refunds.list({ limit: 1 }),
      (client) => client.charges.list({ limit: 1 }),
    ],
  },
  {
    label: 'Disputes',
    level: 'Read',
    name: 'dispute_read',
    requests: [(client) => client.disputes.list({ limit: 1 })],
  },
  {
    label: 'Balance',
    level: 'Read',
    name: 'balance_read',
    requests: [(client) => client.balance.retrieve(), (client) => client.balanceTransactions.list({ limit: 1 })],
  },
  {
    label: 'Balance transaction sources',
    level: 'Read',
    name: 'balance_transaction_source_read',
    requests: [(client) => client.balanceTransactions.list({ limit: 1, expand: ['data.source'] })],
  },
  {
    label: 'Payment Method Configurations',
    level: 'Read',
    name: 'payment_method_configuration_read',
    kinds: ['PAYPAL', 'CASHAPP', ...walletKinds],
    requests: [(client) => client.paymentMethodConfigurations.list({ limit: 1 })],
  },
  {
    label: 'Payment Method Domains',
    level: 'Write',
    name: 'payment_method_domain_write',
    kinds: walletKinds,
    requests: [(client) => client.paymentMethodDomains.validate(unusedId('pmd'))],
  },
  {
    label: 'Webhook Endpoints',
    level: 'Write',
    name: 'webhook_write',
    without: 'no notifications: refunds and disputes are found by queries',
    requests: [(client) => client.webhookEndpoints.del(unusedId('we'))],
  },
  {
    label: 'Events',
    level: 'Read',
    name: 'event_read',
    without: 'an idle account is queried more often',
    requests: [(client) => client.events.list({ limit: 1 })],
  },
  {
    label: 'Payouts',
    level: 'Read',
    name: 'payout_read',
    without: 'the report of a day names no payouts',
    requests: [(client) => client.payouts.list({ limit: 1 })],
  },
]

/** A permission's label in the dashboard, with its name in Stripe's errors. */
export const dashboardLabelOf = ({ label, level, name }: Pick<Permission, 'label' | 'level' | 'name'>): string =>
  `${label}: ${level} (${name})`

/** The permissions that a connection with these kinds of method needs and that the key lacks. */
export const findMissingPermissions = async (
  client: Stripe,
  kinds: readonly StripeKind[],
): Promise<readonly Permission[]> => {
  const missing: Permission[] = []
  for (const permission of permissions) {
    if (permission.kinds !== undefined && !permission.kinds.some((kind) => kinds.includes(kind))) continue
    if (!(await isGranted(client, permission))) missing.push(permission)
  }
  return missing
}

const isGranted = async (client: Stripe, { requests }: Permission): Promise<boolean> => {
  for (const request of requests)
    try {
      await request(client)
    } catch (error) {
      if (error instanceof Stripe.errors.StripePermissionError) return false
      // Stripe reports a missing object only if the key has the permission.
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    }
  return true
}
