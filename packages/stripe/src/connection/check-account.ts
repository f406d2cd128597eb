import type { AccountFinding, AccountReport, GivenAccount } from '@billing-checkout/server/processor'
import { Stripe } from 'stripe'
import { readKinds } from '../methods/kinds.ts'
import { requestTimeout, stripeClient } from '../stripe-account.ts'
import { checkKinds } from './check-kinds.ts'
import { clientConfigOf } from './client-config.ts'

/** Asks Stripe about an account, by reads alone. */
export const checkAccount = async ({ credentials, settings, livemode }: GivenAccount): Promise<AccountReport> => {
  const { api_url: url } = settings
  const client = stripeClient(credentials['secret_key'] ?? '', url === undefined ? {} : clientConfigOf(url))
  try {
    // The mode comes first: where it is the other one, nothing else is asked.
    const balance = await client.balance.retrieve()
    if (balance.livemode !== livemode) return { kind: 'answered', ...(await idOf(client, balance)), findings: [] }
    const account = await client.accounts.retrieveCurrent()
    return {
      kind: 'answered',
      accountId: account.id,
      livemode: balance.livemode,
      findings: [
        found('key', true, `${livemode ? 'a live' : 'a test'} key of the account ${account.id}`),
        ...chargesOf(account, livemode),
        cardsOf(account, livemode),
        ...(await checkKinds(client, readKinds(settings['method_kinds'] ?? 'CARD') ?? [])),
        found('version', true, `the interface of ${Stripe.API_VERSION}`),
        ...(await permissionsOf(client)),
      ],
    }
  } catch (error) {
    return reportOf(error)
  }
}

const found = (check: string, ok: boolean, message: string): AccountFinding => ({ check, ok, message })

/** Whose account it is that turned out to be of the other mode. */
const idOf = async (client: Stripe, { livemode }: Stripe.Balance) => ({
  accountId: (await client.accounts.retrieveCurrent()).id,
  livemode,
})

/** A test account charges test methods before Stripe has verified anybody. */
const chargesOf = ({ charges_enabled: enabled, id }: Stripe.Account, livemode: boolean): readonly AccountFinding[] =>
  livemode
    ? [
        found(
          'charges',
          enabled,
          enabled ? 'the account may charge' : `Stripe does not let the account ${id} charge yet: see its dashboard.`,
        ),
      ]
    : []

const cardsOf = ({ capabilities, id }: Stripe.Account, livemode: boolean): AccountFinding => {
  const state = capabilities?.card_payments
  const ok = !livemode || state === undefined || state === 'active'
  return found('kinds', ok, ok ? 'cards' : `Card payments are ${state} for the account ${id}: see its dashboard.`)
}

/** What a restricted key has to be allowed to read. Whether it may write shows with the first charge, because asking would change something. */
const reads: Readonly<Record<string, (client: Stripe) => Promise<unknown>>> = {
  Customers: (client) => client.customers.list({ limit: 1 }),
  PaymentIntents: (client) => client.paymentIntents.list({ limit: 1 }),
  SetupIntents: (client) => client.setupIntents.list({ limit: 1 }),
  'Charges and Refunds': (client) => client.refunds.list({ limit: 1 }),
  Disputes: (client) => client.disputes.list({ limit: 1 }),
  Balance: (client) => client.balanceTransactions.list({ limit: 1 }),
}

const permissionsOf = async (client: Stripe): Promise<readonly AccountFinding[]> => {
  const denied: string[] = []
  for (const [resource, read] of Object.entries(reads)) {
    try {
      await read(client)
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripePermissionError)) throw error
      denied.push(resource)
    }
  }
  const message =
    denied.length === 0
      ? 'the key may read what is needed'
      : `The key lacks permission for ${denied.join(', ')}: allow reading and writing in the dashboard.`
  return [found('permissions', denied.length === 0, message)]
}

const reportOf = (error: unknown): AccountReport => {
  if (!(error instanceof Stripe.errors.StripeError)) throw error
  const { statusCode, message } = error
  if (statusCode === 401 || statusCode === 403)
    return { kind: 'locked_out', message: `Stripe refuses the key: ${message}` }
  const seconds = requestTimeout / 1000
  return { kind: 'silent', message: `Stripe gave no usable answer within ${seconds} seconds: ${message}` }
}
