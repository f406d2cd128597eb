import { hash } from 'node:crypto'
import { cardText, dayMillis, line, monthMillis, planOf, shopperOf, timeText, type TableToFill } from './shop.ts'

/** Rows for the customers. */
export const customers: TableToFill = {
  table: 'customers',
  columns: 'organization_id, id, external_id, full_name, email, phone, address, created_at, updated_at',
  lineOf: (shop) => (n) => {
    const { at, customerId, externalId, fullName, email, phone } = shopperOf(shop, n)
    const time = timeText(at)
    return line([shop.organizationId, customerId, externalId, fullName, email, phone, address, time, time])
  },
}

/** Rows for the stored cards of the customers. */
export const paymentMethods: TableToFill = {
  table: 'payment_methods',
  columns: `organization_id, id, customer_id, type, details, connection, processor_token, fingerprint,
      created_at`,
  lineOf: (shop) => (n) => {
    const { at, methodId, customerId } = shopperOf(shop, n)
    const fingerprint = hash('md5', `card${n}`)
    return line([
      shop.organizationId,
      methodId,
      customerId,
      'CARD',
      cardText,
      'sandbox',
      `token_${n}`,
      fingerprint,
      timeText(at),
    ])
  },
}

/**
 * Rows for the customers' subscriptions. One in a thousand is due; the periods of the others end within 28 days. Two in ten are cancelled.
 */
export const subscriptions: TableToFill = {
  table: 'subscriptions',
  columns: `organization_id, id, customer_id, plan_id, status, price_amount, price_currency, payment_method_id, anchor,
      current_period_start, current_period_end, next_billing_date, attempts_max, past_due_since, attempt_count,
      noticed_period_end, country_of_sale, created_at, updated_at`,
  lineOf: (shop) => (n) => {
    const { at, subscriptionId, customerId, methodId } = shopperOf(shop, n)
    const status = n % 97 === 0 ? 'past_due' : usualStatuses[n % usualStatuses.length]!
    const ends = shop.now + (n % 1000 === 0 ? -60_000 : (1 + (n % 28)) * dayMillis)
    const isPastDue = status === 'past_due'
    const end = timeText(ends)
    const time = timeText(at)
    return line([
      shop.organizationId,
      subscriptionId,
      customerId,
      planOf(shop, n),
      status,
      999,
      'EUR',
      methodId,
      time,
      timeText(ends - monthMillis),
      end,
      isPastDue || status === 'active' || status === 'trial' ? end : null,
      7,
      isPastDue ? timeText(ends - dayMillis) : null,
      isPastDue ? 1 : 0,
      end,
      'ZZ',
      time,
      time,
    ])
  },
}

const usualStatuses = [
  ...Array.from({ length: 6 }, () => 'active'),
  'cancelled',
  'cancelled',
  'trial',
  'scheduled_for_cancellation',
]

const address =
  '{"city":"Berlin","country":"DE","line1":"Torstrasse 1","line2":null,"postal_code":"10119","state":null}'
