import {
  type CountVelocity,
  findMatchingRule,
  type RiskFacts,
  type RiskRule,
  addSeconds,
  type VelocityCondition,
} from '@billing-checkout/domain'
import { sql } from 'kysely'
import { toUsd } from '../../exchange/to-usd.ts'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import { lockNames } from '../../store/writes/lock-names.ts'
import type { Write } from '../../store/writes/write.ts'
import type { ClientSessionRow, CustomerRow } from '../../store/rows.ts'
import { lockName } from '../lock-names-of.ts'
import type { Billing } from '../billing.ts'
import { type ChargeDraft, fingerprintOf } from '../charge-input/charge-draft.ts'
import { taxCountryOfCustomer, taxCountryOfSession } from '../tax/tax-address.ts'
import { hashNetworkAddress } from './declines-of-address.ts'

/**
 * Returns the organization's rule that blocks a sale; `undefined` if none does. Only rules marked for renewals apply to a
 * merchant-initiated charge. If a rule counts the payments of a card or address, this locks the card or address, so that its payments are
 * checked one after another; the caller has locked the customer. Facts that only the processor's answer contains are unknown here. Rules
 * about the country of a card typed into our own fields need a table of card ranges from the operator.
 */
export const findBlockingRule = async (
  billing: Billing,
  work: Write,
  charge: ChargeDraft,
): Promise<RiskRule | undefined> => {
  const rules = charge.type === 'CIT' ? charge.rules : charge.rules.filter(({ appliesToRenewals }) => appliesToRenewals)
  if (rules.length === 0) return undefined
  const counted = {
    customer: charge.customer.id,
    card: fingerprintOf(charge.method),
    address: charge.address === null ? null : hashNetworkAddress(billing, charge.address),
  }
  await lockCounted(work, rules, counted)
  return findMatchingRule(rules, factsOfSale(billing, charge), countPayments(work.db, counted, work.now))
}

/** The customer, the card's fingerprint and the address whose earlier payments are counted; null for each one that is unknown. */
export type VelocitySubjects = Readonly<Record<VelocityCondition['per'], string | null>>

/**
 * Counts the shopper-initiated payments of a customer, card or address in the last `withinSeconds` before `at`, by the billing clock.
 * Depending on `count`, counts only declined and blocked payments, or adds up the US dollars of pending and approved payments. Payments
 * after `at` count too, because payments do not always get the lock in the order of their times. When rules are replayed on old payments,
 * `before` excludes all payments from that time on.
 */
export const countPayments =
  (db: OrganizationDatabase, counted: VelocitySubjects, at: string, before?: string): CountVelocity =>
  async ({ per, count, withinSeconds }) => {
    const value = counted[per]
    if (value === null) return undefined
    const since = db
      .selectFrom('payments')
      .select(measures[count].as('total'))
      .where(columns[per], '=', value)
      .where('createdAt', '>', addSeconds(at, -withinSeconds))
      .where('paymentType', '=', 'CIT')
    const between = before === undefined ? since : since.where('createdAt', '<', before)
    const { total } = await between.executeTakeFirstOrThrow()
    return total
  }

const columns = { customer: 'customerId', card: 'fingerprint', address: 'addressHash' } as const

const measures = {
  attempts: sql<number>`count(*)`,
  declines: sql<number>`count(*) filter (where payment_status in ('DECLINED', 'BLOCKED'))`,
  amount_usd: sql<number>`coalesce(sum(amount_usd) filter (where payment_status in ('PENDING', 'AUTHORIZED', 'SETTLING', 'SETTLED')), 0)::bigint`,
} as const

const lockCounted = async (work: Write, rules: readonly RiskRule[], counted: VelocitySubjects): Promise<void> => {
  const scopes = new Set(rules.map(({ when }) => when.velocity?.per).filter((per) => per !== undefined))
  const names = [...scopes].flatMap((per) => {
    const value = counted[per]
    return per === 'customer' || value === null ? [] : [lockName.velocity(per, value)]
  })
  if (names.length > 0) await lockNames(work, names)
}

const factsOfSale = (billing: Billing, { quotedSale, method, customer }: ChargeDraft): RiskFacts => {
  const { amount, currency } = quotedSale.quote.draft.dueNow
  const usd = toUsd(amount, currency, billing.rates.latest(billing.wallClock(), billing.mode))
  return {
    countries: statedCountriesOf({
      session: quotedSale.session,
      customer,
      billingAddress: method.kind === 'stored' ? method.row.billingAddress : method.billingAddress,
    }),
    currency,
    amount,
    amountUsd: usd?.amountUsd ?? null,
    ...cardFacts(methodDetails(method)),
  }
}

const methodDetails = (method: ChargeDraft['method']): object | null => {
  if (method.kind === 'wallet') return null
  return method.kind === 'stored' ? method.row.details : method.details
}

/** The facts of a card that rules may use. All are null for other payment methods. */
export const cardFacts = (details: object | null): Pick<RiskFacts, 'cardCountry' | 'brand' | 'funding' | 'bin'> => {
  if (details === null || !('bin_data' in details)) return { cardCountry: null, brand: null, funding: null, bin: null }
  const { bin_data: data, bin } = details as {
    bin_data: { country: string | null; brand: string | null; funding: string | null }
    bin: string | null
  }
  return { cardCountry: data.country, brand: data.brand, funding: data.funding, bin }
}

/** The sources of a payer's addresses: the session, the customer and the payment method's billing address. */
export interface PayerAddresses {
  /** Null for a charge without a checkout. */
  readonly session: Pick<ClientSessionRow, 'members' | 'taxAddress'> | null
  readonly customer: Pick<CustomerRow, 'address' | 'taxAddress'>
  readonly billingAddress: { readonly country?: string | null | undefined } | null | undefined
}

/**
 * Returns every country that a payer stated: in the session, at the checkout, in the customer's address and in the billing address. Any of
 * them may determine the price or the tax of a sale.
 */
export const statedCountriesOf = ({ session, customer, billingAddress }: PayerAddresses): readonly string[] =>
  [
    session?.members.customer?.address?.country,
    session === null ? taxCountryOfCustomer(customer) : taxCountryOfSession(session, customer),
    customer.address?.country,
    billingAddress?.country,
  ].filter((country) => country != null)
