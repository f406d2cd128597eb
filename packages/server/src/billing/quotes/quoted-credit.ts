import type { CheckoutPurpose } from '@billing-checkout/contract'
import {
  type PlanTerms,
  type SpendableCredit,
  type TaxRule,
  type Timestamp,
  valueOfCredit,
} from '@billing-checkout/domain'
import type { Organization } from '../../organization/organization.ts'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import type { ClientSessionRow, CustomerRow, SubscriptionRow } from '../../store/rows.ts'
import { type CreditLeftRow, loadCreditLeft } from '../../store/entities/customer-credits.ts'
import { creditIn } from '../customers/customer-credit.ts'
import { isBuyerNamed } from '../customers/buyer-of-session.ts'
import { type RatedBilling, minimumChargeAmount } from './refuse-unchargeable-amount.ts'
import { subscriptionStatusAt } from './subscription-status-at.ts'

/** The facts that decide whether a session spends its customer's credit. */
interface CreditedSale {
  readonly session: Pick<ClientSessionRow, 'members'>
  readonly customer: Pick<CustomerRow, 'id'> | undefined
  readonly subscription: SubscriptionRow | undefined
  readonly purpose: CheckoutPurpose | null
  readonly terms: PlanTerms
}

interface CreditContext {
  /** The customer's remaining credit, if it was looked up already. */
  readonly loadedRows?: { readonly credit?: readonly CreditLeftRow[] | undefined } | undefined
  readonly billing: RatedBilling
  readonly db: OrganizationDatabase
  readonly organization: Organization
  readonly now: Timestamp
}

/** The customer's credit that a session may spend, valued under the tax rule of its quote. */
export const loadQuotedCredit = async (
  { billing, db, organization, now, loadedRows }: CreditContext,
  sale: CreditedSale,
  rule: TaxRule | null,
): Promise<{ readonly customerCredit?: SpendableCredit }> => {
  if (sale.customer === undefined || !spendsCredit(sale, now)) return {}
  const { currency } = sale.terms.price
  const credit = creditIn(loadedRows?.credit ?? (await loadCreditLeft(db, sale.customer.id)), currency)
  if (credit.length === 0) return {}
  const minimumDue = minimumChargeAmount(billing, organization, currency)
  return { customerCredit: { minor: valueOfCredit(credit, rule), minimumDue } }
}

/**
 * Whether a session spends credit: only if the merchant named its buyer, and only for a purchase, a plan change or the restart of a
 * cancelled subscription. Recovering a past-due subscription pays a renewal and spends no credit. A plan change of a subscription without a
 * method spends no credit, because its payment verifies the new method.
 */
const spendsCredit = ({ session, purpose, subscription }: CreditedSale, now: Timestamp): boolean => {
  if (purpose === null || !isBuyerNamed(session.members)) return false
  if (purpose === 'change_plan' && subscription?.paymentMethodId === null) return false
  const returns =
    purpose === 'recover' && subscription !== undefined && subscriptionStatusAt(subscription, now) === 'cancelled'
  return returns || buys.has(purpose)
}

const buys: ReadonlySet<CheckoutPurpose> = new Set(['pay', 'subscribe', 'change_plan'])
