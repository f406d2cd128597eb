import { hash } from 'node:crypto'
import { encodeForTrigrams } from '#server/store/lists/encode-for-trigrams.ts'
import {
  cardText,
  dayMillis,
  type FilledShop,
  idOf,
  line,
  monthsOfRows,
  planOf,
  shopperOf,
  spread,
  timeText,
  type TableToFill,
} from './shop.ts'

const paymentOf = (shop: FilledShop, n: number) => {
  const at = spread(shop.now, shop.payments, monthsOfRows)(n)
  return { at, id: idOf('pay', n, at), shopper: shopperOf(shop, 1 + ((n - 1) % shop.customers)) }
}

const searchTextOf = ({ id, shopper }: ReturnType<typeof paymentOf>): string => {
  const { customerId, externalId, fullName, email, phone, subscriptionId } = shopper
  return `${id} LANTERN BOOKS ${customerId} ${externalId} ${fullName} ${email} ${phone} ${subscriptionId}`.toLowerCase()
}

/** Rows for the payments. */
export const payments: TableToFill = {
  table: 'payments',
  columns: `organization_id, id, claim_id, customer_id, plan_id, subscription_id, payment_method_id, purpose, amount,
      amount_usd, currency_code, lines, payment_status, payment_type, payment_token_type, payment_method, statement_descriptor, avs_check,
      cvc_check, payment_details, processor, status_reason, created_at, updated_at, search_text`,
  lineOf: (shop) => (n) => {
    const payment = paymentOf(shop, n)
    const { at, id, shopper } = payment
    const amount = amounts[n % amounts.length]! + (n % 300)
    const fact = (name: string) => hash('md5', name + n)
    return line([
      shop.organizationId,
      id,
      `claim_${id}`,
      shopper.customerId,
      planOf(shop, n),
      shopper.subscriptionId,
      shopper.methodId,
      'renew',
      amount,
      Math.floor((amount * 115) / 100),
      currencies[n % currencies.length]!,
      `[{"kind":"plan","label":"Reader","amount":${amount}}]`,
      statusOf(shop, n),
      'MIT',
      'PROCESSOR_TOKEN',
      `{"id":"${shopper.methodId}","type":"CARD","details":${cardText},"billing_address":null}`,
      'LANTERN BOOKS',
      '{"result":{"postal_code":"pass","street_address":"pass"}}',
      '{"result":{"cvc":"pass"}}',
      `{"arn":"${fact('arn')}","auth_code":"123456","network_payment_id":"${fact('net')}","processor_transaction_id":"${fact('tx')}"}`,
      '{"description":"Sandbox","id":"sandbox","processor_merchant_id":"sandbox","type":"sandbox"}',
      '{"status":"approved","status_reason":{"advice_code":null,"decline_code":null,"message":null}}',
      timeText(at),
      timeText(at + dayMillis),
      searchTextOf(payment),
    ])
  },
}

const amounts = [999, 1999, 4900, 11_900, 700]
const currencies = ['EUR', 'EUR', 'EUR', 'EUR', 'EUR', 'EUR', 'USD', 'USD', 'GBP', 'JPY']

const statusOf = ({ payments }: FilledShop, n: number): string => {
  if (n % 33 === 0) return 'DECLINED'
  if (n % 501 === 0) return 'FAILED'
  return n > payments - 500 ? 'SETTLING' : 'SETTLED'
}

/** Rows for the texts by which payments are searched. */
export const paymentTexts: TableToFill = {
  table: 'payment_texts',
  columns: 'organization_id, id, created_at, search_text',
  lineOf: (shop) => (n) => {
    const payment = paymentOf(shop, n)
    return line([shop.organizationId, payment.id, timeText(payment.at), encodeForTrigrams(searchTextOf(payment))])
  },
}
