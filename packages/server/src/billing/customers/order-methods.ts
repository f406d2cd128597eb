import type { CardDetails } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import { oneOf } from '../../store/queries/one-of.ts'
import type { PaymentMethodRow } from '../../store/rows.ts'

/**
 * A customer's methods in the order in which a charge prefers them: unexpired methods first, and within both groups the most recently used
 * or stored first.
 */
export const orderMethods = async (
  db: OrganizationDatabase,
  methods: readonly PaymentMethodRow[],
  now: Timestamp,
): Promise<readonly PaymentMethodRow[]> => {
  if (methods.length < 2) return methods
  const uses = await db
    .selectFrom('payments')
    .select(({ fn }) => ['paymentMethodId', fn.max('createdAt').as('usedAt')])
    .where('customerId', '=', oneOf([...new Set(methods.map(({ customerId }) => customerId))]))
    .where('paymentMethodId', '=', oneOf(methods.map(({ id }) => id)))
    .where('paymentStatus', 'in', ['AUTHORIZED', 'SETTLING', 'SETTLED'])
    .groupBy('paymentMethodId')
    .execute()
  const usedAt = new Map(uses.map((use) => [use.paymentMethodId, use.usedAt]))
  const lastUse = ({ id, createdAt }: PaymentMethodRow): string => {
    const used = usedAt.get(id)
    return used != null && used > createdAt ? used : createdAt
  }
  return methods.toSorted(
    (one, other) =>
      Number(isExpired(one, now)) - Number(isExpired(other, now)) || (lastUse(one) < lastUse(other) ? 1 : -1),
  )
}

/** Whether a method's card has expired; a card is valid until the end of its month. Accounts never expire. */
export const isExpired = ({ details }: Pick<PaymentMethodRow, 'details'>, now: Timestamp): boolean => {
  if (!('exp_year' in details)) return false
  return expiryMonthOf(details) < now.slice(0, 'YYYY-MM'.length)
}

/** The last month in which a card is valid, as YYYY-MM. */
export const expiryMonthOf = ({
  exp_year: year,
  exp_month: month,
}: Pick<CardDetails, 'exp_year' | 'exp_month'>): string => `${year}-${String(month).padStart(2, '0')}`

/** The columns that make a subscription's later charges use this method. */
export const methodColumns = ({ id, details }: Pick<PaymentMethodRow, 'id' | 'details'>) => ({
  paymentMethodId: id,
  cardExpiresAt: 'exp_year' in details ? endOfValidity(details) : null,
})

const endOfValidity = ({ exp_year: year, exp_month: month }: Pick<CardDetails, 'exp_year' | 'exp_month'>): Timestamp =>
  new Date(Date.UTC(year, month)).toISOString()
