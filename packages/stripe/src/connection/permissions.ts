import { Stripe } from 'stripe'
import { type StripeKind, walletKinds } from '../methods/kinds.ts'

/** Something that a restricted key has to be allowed. */
interface Permission {
  /** What Stripe's dashboard calls it. */
  readonly label: string
  readonly level: 'Read' | 'Write'
  /** What Stripe's errors call it. */
  readonly name: string
  /** The kinds of method that need it; every connection, if absent. */
  readonly kinds?: readonly StripeKind[]
  /** What does not work without it; absent if a connection cannot work without it. */
  readonly without?: string
  /** Requests that Stripe answers, or refuses for another reason than the permission. None of them changes anything. */
  readonly requests: readonly ((client: Stripe) => Promise<unknown>)[]
}

/** No object has this id, and Stripe looks for one only after it has checked the permission. */
const none = (prefix: string): string => `${prefix}_none`

/**
 * What a restricted key has to be allowed, by the labels of Stripe's dashboard. Writing includes reading. A permission to write is tried on
 * an object that does not exist: 403 says that the permission is missing, 404 that it is there. They are tried when the key is given,
 * because otherwise the first shopper's payment would show a missing one. https://docs.stripe.com/keys/restricted-api-keys and
 * https://docs.stripe.com/stripe-apps/reference/permissions, read in November 2026.
 */
export const permissions: readonly Permission[] = [
  {
    label: 'Customers',
    level: 'Write',
    name: 'customer_write',
    requests: [(client) => client.customers.del(none('cus'))],
  },
  {
    label: 'Payment Intents',
    level: 'Write',
    name: 'payment_intent_write',
    requests: [
      (client) => client.paymentIntents.cancel(none('pi')),
      (client) => client.paymentIntents.list({ limit: 1 }),
    ],
  },
  {
    label: 'Setup Intents',
    level: 'Write',
    name: 'setup_intent_write',
    requests: [
      (client) => client.setupIntents.cancel(none('seti')),
      (client) => client.setupIntents.list({ limit: 1 }),
    ],
  },
  {
    label: 'Payment Methods',
    level: 'Write',
    name: 'payment_method_write',
    requests: [
      (client) => client.paymentMethods.detach(none('pm')),
      (client) => client.paymentMethods.retrieve(none('pm')),
    ],
  },
  {
    label: 'Charges and Refunds',
    level: 'Write',
    name: 'charge_write',
    requests: [
      (client) => client.refunds.update(none('re'), { metadata: { bc_check: 'none' } }),
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
    requests: [(client) => client.paymentMethodDomains.validate(none('pmd'))],
  },
  {
    label: 'Webhook Endpoints',
    level: 'Write',
    name: 'webhook_write',
    without: 'no notifications: refunds and disputes are found by asking',
    requests: [(client) => client.webhookEndpoints.del(none('we'))],
  },
  {
    label: 'Events',
    level: 'Read',
    name: 'event_read',
    without: 'an account where nothing happens is asked more often',
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

/** A permission as the dashboard shows it, with the name that Stripe's errors have for it. */
export const inDashboard = ({ label, level, name }: Pick<Permission, 'label' | 'level' | 'name'>): string =>
  `${label}: ${level} (${name})`

/** The permissions that a key lacks, of those that a connection with these kinds of method has a use for. */
export const findMissing = async (client: Stripe, kinds: readonly StripeKind[]): Promise<readonly Permission[]> => {
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
      // The object does not exist, which Stripe says only to a key that may change it.
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    }
  return true
}
