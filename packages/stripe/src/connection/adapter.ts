import type { ProcessorAdapter } from '@billing-checkout/server/processor'
import { Stripe } from 'stripe'
import { parseMethodKinds, typesOfKinds } from '../methods/kinds.ts'
import { notificationRegistry } from '../notifications/notification-registry.ts'
import { stripeProcessor } from '../stripe-processor.ts'
import { checkAccount } from './check-account.ts'
import { clientConfigOf } from './client-config.ts'
import { examineAccount } from './examine-account.ts'
import { walletDomains } from './wallet-domains.ts'

/** Creates and manages a server's connections to Stripe. */
export const adapter: ProcessorAdapter = {
  credentials: [{ name: 'secret_key', description: 'a secret key, sk_…, or a restricted key, rk_…' }],
  settings: [
    { name: 'publishable_key', description: 'the publishable key of the same account and mode, pk_…' },
    {
      name: 'method_kinds',
      description: `what the account charges, only cards by default: ${Object.keys(typesOfKinds).join(',')}`,
    },
    {
      name: 'shopper_details',
      description: "off: a shopper's e-mail, name, postal code and country are not sent, and banks ask them more often",
    },
    { name: 'api_url', description: 'in a sandbox: where a stand-in of Stripe listens on this machine' },
    {
      name: 'script_url',
      description: 'in addition to api_url: where a stand-in of js.stripe.com listens on this machine',
    },
  ],
  apiVersion: Stripe.API_VERSION,
  cardEntry: 'hosted',
  examine: examineAccount,
  check: checkAccount,
  notifications: notificationRegistry,
  domains: walletDomains,
  open: ({ connection, credentials, settings, connectedAt, notificationSecrets, serverCount, isStopped, report }) =>
    stripeProcessor({
      connection,
      accountId: settings.account_id,
      secretKey: credentials['secret_key'] ?? '',
      livemode: settings.livemode,
      publishableKey: settings.publishable_key ?? undefined,
      methodKinds: parseMethodKinds(settings.method_kinds?.join(',') ?? 'CARD'),
      sendsShopperDetails: settings.shopper_details !== 'off',
      connectedAt: new Date(connectedAt),
      notificationSecrets,
      serverCount,
      isStopped: isStopped,
      report,
      ...(settings.script_url && { stripeJsAt: settings.script_url }),
      ...(settings.api_url !== null && { clientConfig: clientConfigOf(settings.api_url) }),
    }),
}
