import { sql } from 'kysely'
import type { LawShop } from './law-shop.ts'
import { readStatement } from './statement.ts'

/** Lists a customer's subscription, payments and events in the books, without ids, so that two lives can be compared. */
export const describeCustomer = async (shop: LawShop, customer: string): Promise<readonly string[]> => {
  const { id, payments, paidBy, entries, ...subscription } = await readStatement(shop, customer)
  const placeOf = (payment: string | null) => payments.findIndex((each) => each.id === payment)
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', created_at, type, object->>'status', object->>'payment_status', object->>'amount',
      object->>'refunded_amount', object->>'current_period_end', object->>'next_billing_date') as line
    from events where organization_id = ${shop.organization.id}
      and (object->>'id' = ${id} or object->>'id' in (select id from payments where customer_id = ${customer}))`.execute(
    shop.billing.database,
  )
  return [
    inOrder({ ...subscription, paidBy: placeOf(paidBy) }),
    ...(entries ?? []).map(({ payment, minor }) => `entry ${placeOf(payment)}: ${minor}`),
    ...payments.map(({ purpose, status, amount, kept, at }) =>
      [new Date(at).toISOString(), purpose, status, amount, kept].join(' '),
    ),
    // Things that happen at the same time may be recorded in any order.
    ...rows.map(({ line }) => line).toSorted(),
  ]
}

const inOrder = (value: object): string =>
  Object.entries(value)
    .map(([name, each]) => `${name} ${String(each)}`)
    .join(', ')

/** The lines that only one of two lists contains, and the lengths of the lists if they differ. */
export const differingLines = (one: readonly string[], other: readonly string[]): string[] => [
  ...one.filter((line) => !other.includes(line)).map((line) => `- ${line}`),
  ...other.filter((line) => !one.includes(line)).map((line) => `+ ${line}`),
  ...(one.length === other.length ? [] : [`${one.length} lines and ${other.length}`]),
]
