import type { AccountFinding, AccountReport, GivenAccount } from '@billing-checkout/server/processor'
import { Stripe } from 'stripe'
import { parseMethodKinds } from '../methods/kinds.ts'
import { requestTimeoutMillis } from '../stripe-account.ts'
import { checkMethodKinds } from './check-method-kinds.ts'
import { examinationClientOf } from './examination-client-of.ts'
import { findMissingPermissions, dashboardLabelOf } from './permissions.ts'

/** Examines an account by requests to Stripe, which create and change no object there. */
export const checkAccount = async (given: GivenAccount): Promise<AccountReport> => {
  const { credentials, settings, livemode } = given
  const key = credentials['secret_key'] ?? ''
  const client = examinationClientOf(given)
  try {
    // The mode comes first: if the mode is wrong, no other check runs.
    const mode = await modeOf(client, key)
    const { account, accountId } = await readAccount(client)
    if (mode !== livemode) return { kind: 'answered', accountId, livemode: mode, findings: [] }
    const kinds = parseMethodKinds(settings['method_kinds'] ?? 'CARD') ?? []
    return {
      kind: 'answered',
      accountId,
      livemode: mode,
      findings: [
        finding(
          'key',
          true,
          `${livemode ? 'a live' : 'a test'} key of ${accountId === null ? 'an account that it may not read' : `the account ${accountId}`}`,
        ),
        ...(account === null ? [] : [...chargesOf(account, livemode), cardsOf(account, livemode), ...indiaOf(account)]),
        ...(await checkMethodKinds(client, kinds)),
        finding('version', true, `the interface of ${Stripe.API_VERSION}`),
        ...permissionsOf(await findMissingPermissions(client, kinds)),
      ],
    }
  } catch (error) {
    return reportOf(error)
  }
}

const finding = (check: string, ok: boolean, message: string): AccountFinding => ({ check, ok, message })

/** Whether a key is a live key. Stripe's balance states the mode; if the key may not read the balance, the key's prefix shows the mode. */
const modeOf = async (client: Stripe, key: string): Promise<boolean> => {
  try {
    return (await client.balance.retrieve()).livemode
  } catch (error) {
    if (error instanceof Stripe.errors.StripePermissionError) return /^[rs]k_live_/.test(key)
    throw error
  }
}

/**
 * The account of a key. By default, restricted keys lack the permission to read the account, and no other request of ours needs this
 * permission. Stripe's error about the missing permission names the account's id.
 */
const readAccount = async (
  client: Stripe,
): Promise<{ readonly account: Stripe.Account | null; readonly accountId: string | null }> => {
  try {
    const account = await client.accounts.retrieveCurrent()
    return { account, accountId: account.id }
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripePermissionError)) throw error
    return { account: null, accountId: /\bacct_\w+/.exec(error.message)?.[0] ?? null }
  }
}

/** Checks only live accounts: a test account charges test methods even before Stripe has verified its owner. */
const chargesOf = ({ charges_enabled: enabled, id }: Stripe.Account, livemode: boolean): readonly AccountFinding[] =>
  livemode
    ? [
        finding(
          'charges',
          enabled,
          enabled ? 'the account may charge' : `Stripe does not let the account ${id} charge yet: see its dashboard.`,
        ),
      ]
    : []

/** Renewals in India need an e-mandate under the Reserve Bank's rules and a notice before each charge; we support neither. */
const indiaOf = ({ country, id }: Stripe.Account): readonly AccountFinding[] =>
  country === 'IN'
    ? [
        finding(
          'country',
          false,
          `The account ${id} is in India, whose rules for renewals (e-mandates) are not supported.`,
        ),
      ]
    : []

const cardsOf = ({ capabilities, id }: Stripe.Account, livemode: boolean): AccountFinding => {
  const state = capabilities?.card_payments
  const ok = !livemode || state === undefined || state === 'active'
  return finding('kinds', ok, ok ? 'cards' : `Card payments are ${state} for the account ${id}: see its dashboard.`)
}

/** One finding with all permissions that must be added, and one for each optional permission. */
const permissionsOf = (missing: Awaited<ReturnType<typeof findMissingPermissions>>): readonly AccountFinding[] => {
  const needed = missing.filter(({ without }) => without === undefined).map(dashboardLabelOf)
  const message =
    needed.length === 0
      ? 'the key has all needed permissions'
      : `The key lacks permissions: set ${needed.join(', ')} for it in Stripe's dashboard.`
  return [
    finding('permissions', needed.length === 0, message),
    ...missing.flatMap((each) =>
      each.without === undefined
        ? []
        : [finding('permissions', true, `without ${dashboardLabelOf(each)}: ${each.without}`)],
    ),
  ]
}

const reportOf = (error: unknown): AccountReport => {
  if (!(error instanceof Stripe.errors.StripeError)) throw error
  const { statusCode, message } = error
  if (statusCode === 401 || statusCode === 403)
    return { kind: 'locked_out', message: `Stripe refuses the key: ${message}` }
  if (statusCode === 429)
    return { kind: 'silent', message: `Stripe takes no more requests of the account at the moment: ${message}` }
  const seconds = requestTimeoutMillis / 1000
  return { kind: 'silent', message: `Stripe gave no usable answer within ${seconds} seconds: ${message}` }
}
