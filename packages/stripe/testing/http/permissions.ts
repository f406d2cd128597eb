import type { Books } from '../books.ts'
import { readForm, textListParam } from './read-form.ts'
import { Refusal } from './refusal.ts'

/** What a key may do: everything, or a restricted key's permissions, such as `customer_write`. */
export type KeyPermissions = 'all' | readonly string[]

interface Asked {
  readonly method: string
  readonly path: string
  readonly form: string
  readonly secretKey: string
}

/**
 * The permission for each part of the API. Charges and refunds are one row in Stripe's dashboard.
 * https://docs.stripe.com/stripe-apps/reference/permissions
 */
const names: Readonly<Record<string, string>> = {
  account: 'accounts_kyc_basic',
  balance: 'balance',
  balance_transactions: 'balance',
  charges: 'charge',
  customers: 'customer',
  disputes: 'dispute',
  events: 'event',
  payment_intents: 'payment_intent',
  payment_method_configurations: 'payment_method_configuration',
  payment_method_domains: 'payment_method_domain',
  payment_methods: 'payment_method',
  payouts: 'payout',
  radar: 'radar_early_fraud_warning',
  refunds: 'charge',
  setup_intents: 'setup_intent',
  webhook_endpoints: 'webhook',
}

/** The permission to read that each expanded object needs. */
const expansions: Readonly<Record<string, string>> = {
  balance_transaction: 'balance_read',
  latest_charge: 'charge_read',
  payment_method: 'payment_method_read',
  source: 'balance_transaction_source_read',
}

/** Every permission that a request needs. */
export const permissionsNeededFor = ({ method, path, form }: Asked): readonly string[] => {
  const [, , noun = ''] = path.split('/')
  const expanded = (textListParam(readForm(form), 'expand') ?? []).flatMap((each) => each.split('.'))
  return [
    `${names[noun] ?? noun}_${method === 'GET' ? 'read' : 'write'}`,
    ...expanded.flatMap((part) => expansions[part] ?? []),
  ]
}

/** Whether a restricted key has a permission; permission to write includes reading. */
export const isGranted = (granted: readonly string[], name: string): boolean =>
  granted.includes(name) || granted.includes(name.replace(/_read$/, '_write'))

/** Stripe's error for a key without these permissions; Stripe checks them before it looks for the object. */
export const permissionError = (books: Books, { secretKey }: Asked, lacking: readonly string[]): Refusal => {
  const quoted = lacking.map((name) => `'rak_${name}'`).join(', ')
  return new Refusal(403, {
    type: 'invalid_request_error',
    message: `The provided key '${secretKey.slice(0, 8)}***' does not have the required permissions for this endpoint on account '${books.accountId}'. Having the ${quoted} permission would allow this request to continue.`,
  })
}
