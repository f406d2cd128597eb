import type { AccountFinding, GivenAccount, WalletDomains } from '@billing-checkout/server/processor'
import type { Stripe } from 'stripe'
import { parseMethodKinds, walletKinds, walletTypes } from '../methods/kinds.ts'
import { examinationClientOf } from './examination-client-of.ts'
import { explainErrors } from './explain-errors.ts'

/** A device wallet that a connection charges. */
type Wallet = (typeof walletKinds)[number]

const names: Readonly<Record<Wallet, string>> = { APPLE_PAY: 'Apple Pay', GOOGLE_PAY: 'Google Pay' }

/** Domains on which Stripe's Apple Pay and Google Pay buttons appear. Each must be registered at Stripe, and Apple verifies it. */
export const walletDomains: WalletDomains = {
  register: (given, domains) =>
    forEachDomain(given, domains, async (client, domain, wallets) => {
      const found = await find(client, domain)
      if (found === undefined) return client.paymentMethodDomains.create({ domain_name: domain })
      // A domain that the merchant has disabled in the dashboard stays disabled.
      const awaitsValidation = found.enabled && wallets.some((wallet) => found[walletTypes[wallet]].status !== 'active')
      return awaitsValidation ? client.paymentMethodDomains.validate(found.id) : found
    }),
  examine: (given, domains) => forEachDomain(given, domains, find),
}

/** Queries the domains one after the other, because Stripe limits these requests; an account has few domains. */
const forEachDomain = async (
  given: GivenAccount,
  domains: readonly string[],
  query: (
    client: Stripe,
    domain: string,
    wallets: readonly Wallet[],
  ) => Promise<Stripe.PaymentMethodDomain | undefined>,
): Promise<readonly AccountFinding[]> => {
  const { method_kinds: kinds = 'CARD' } = given.settings
  const wallets = walletKinds.filter((wallet) => parseMethodKinds(kinds)?.includes(wallet))
  if (wallets.length === 0) return []
  if (domains.length === 0) return [{ check: 'domains', ok: true, message: noneReachable }]
  const client = examinationClientOf(given)
  const findings: AccountFinding[] = []
  for (const domain of domains) {
    const found = await explainErrors('Payment Method Domains', () => query(client, domain, wallets))
    findings.push({ check: 'domains', ...findingOf(domain, found, wallets) })
  }
  return findings
}

const noneReachable = 'Buttons of wallets are shown at public https addresses only, and there is none here.'

const find = async (client: Stripe, domain: string): Promise<Stripe.PaymentMethodDomain | undefined> =>
  (await client.paymentMethodDomains.list({ domain_name: domain, limit: 1 })).data[0]

const findingOf = (
  domain: string,
  found: Stripe.PaymentMethodDomain | undefined,
  wallets: readonly Wallet[],
): Omit<AccountFinding, 'check'> => {
  if (found === undefined) return { ok: false, message: `${domain} is not registered for wallets: connection check.` }
  if (!found.enabled)
    return { ok: false, message: `${domain} is disabled under Payment method domains in Stripe's dashboard.` }
  const states = wallets.map((wallet) => {
    const { status, status_details: details } = found[walletTypes[wallet]]
    return { status, said: `${names[wallet]} ${status}${details ? ` (${details.error_message})` : ''}` }
  })
  return {
    ok: states.every(({ status }) => status === 'active'),
    message: `${domain}: ${states.map(({ said }) => said).join(', ')}`,
  }
}
