import { adapter, stripeProcessor } from '@billing-checkout/stripe'
import { aCharge } from '../../../packages/stripe/testing/a-charge.ts'
import { Stripe } from 'stripe'

/** A test-mode account, or a fake of one. */
export interface TestModeAccount {
  readonly secretKey: string
  /** The address of a fake; absent for Stripe itself. */
  readonly apiUrl?: string
}

/**
 * Makes the four calls on which everything else depends: the account, a charge, a decline, and a renewal without the shopper. Prints
 * Stripe's answer to each, and ends at the first failure. Then prints Stripe's answers or refusals to calls on which the adapter no longer
 * depends.
 */
export const makeFirstCalls = async (
  { secretKey, apiUrl }: TestModeAccount,
  say: (line: string) => void,
): Promise<void> => {
  const clientConfig = apiUrl === undefined ? undefined : configOf(apiUrl)
  const client = new Stripe(secretKey, { ...clientConfig, maxNetworkRetries: 0, telemetry: false })
  const report = await adapter.check({
    credentials: { secret_key: secretKey },
    settings: { publishable_key: 'pk_test_none', ...(apiUrl !== undefined && { api_url: apiUrl }) },
    livemode: false,
  })
  const wrong = report.kind === 'answered' ? report.findings.filter(({ ok }) => !ok) : [report]
  demand(wrong.length === 0, `1 account: ${wrong.map(({ message }) => message).join(' ')}`)
  say('1 account: the key has all needed permissions.')

  const processor = stripeProcessor({
    connection: 'con_first',
    accountId: report.kind === 'answered' ? report.accountId : null,
    secretKey,
    livemode: false,
    connectedAt: new Date(Date.now() - 60_000),
    ...(clientConfig !== undefined && { clientConfig }),
  })
  const card = async (token: string) => (await client.paymentMethods.create({ type: 'card', card: { token } })).id
  const paid = await processor.authorize(aCharge(await card('tok_visa'), { store: true }))
  const token = (paid.kind === 'approved' && paid.storedToken) || null
  demand(token !== null, `2 charge: ${JSON.stringify(paid)}`)
  say(`2 charge: ${paid.kind === 'approved' ? paid.facts.transactionId : ''} is paid and its card is stored.`)

  const declined = await processor.authorize(aCharge(await card('tok_visa_chargeDeclinedInsufficientFunds')))
  demand(
    declined.kind === 'declined' && declined.declineCode === 'insufficient_funds',
    `3 decline: ${JSON.stringify(declined)}`,
  )
  say(`3 decline: ${declined.kind === 'declined' ? declined.message : ''}`)

  const stored = { kind: 'stored', token: token ?? '', expMonth: null, expYear: null } as const
  const renewed = await processor.authorize(aCharge('', { method: stored, initiator: 'MIT', returnUrl: null }))
  demand(renewed.kind === 'approved', `4 renewal without the shopper: ${JSON.stringify(renewed)}`)
  say('4 renewal: paid without the shopper.')

  if (declined.kind === 'declined') await tellAssumptions(client, declined.facts.transactionId, say)
}

/** Reports answers on which nothing depends. */
const tellAssumptions = async (client: Stripe, declinedId: string, say: (line: string) => void): Promise<void> => {
  const canceled = await client.paymentIntents.retrieve(declinedId)
  say(`a canceled intent ${canceled.last_payment_error === null ? 'forgets' : 'keeps'} its last_payment_error.`)
  const tries: readonly (readonly [string, Stripe.PaymentIntentCreateParams])[] = [
    [
      'off_session with error_on_requires_action',
      { ...anIntent('card'), payment_method: 'pm_card_visa', off_session: true, error_on_requires_action: true },
    ],
    [
      'Cash App',
      {
        ...anIntent('cashapp'),
        currency: 'usd',
        payment_method_data: { type: 'cashapp' },
        return_url: 'https://example.com',
      },
    ],
    [
      'PayPal for later payments',
      {
        ...anIntent('paypal'),
        payment_method_data: { type: 'paypal' },
        setup_future_usage: 'off_session',
        mandate_data: {
          customer_acceptance: { type: 'online', online: { ip_address: '203.0.113.7', user_agent: 'Mozilla/5.0' } },
        },
        return_url: 'https://example.com',
      },
    ],
  ]
  for (const [name, params] of tries) say(`${name}: ${await wordsOf(client, params)}`)
  say('Stripe.js under our policy is to be seen in a browser: open the playground with pk_test_… and read its console.')
}

const anIntent = (type: string): Stripe.PaymentIntentCreateParams => ({
  amount: 999,
  currency: 'eur',
  allowed_payment_method_types: [type as 'card'],
  confirm: true,
})

/** Stripe's answer to a request, and the action that it requires of the shopper. */
const wordsOf = async (client: Stripe, params: Stripe.PaymentIntentCreateParams): Promise<string> => {
  try {
    const { status, next_action: action } = await client.paymentIntents.create(params)
    return action === null ? status : `${status}, ${action.type}`
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    return `${error.statusCode} ${error.code ?? ''} ${error.message}`
  }
}

const demand = (isTrue: boolean, otherwise: string): void => {
  if (!isTrue) throw new Error(`Stripe does not do what everything else rests on. ${otherwise}`)
}

const configOf = (url: string) => {
  const { hostname, port } = new URL(url)
  return { host: hostname, port: Number(port), protocol: 'http' } as const
}
