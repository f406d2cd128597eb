import pg from 'pg'
import { fillLists } from '../fill/fill-lists.ts'
import type { ForkedService } from '../serving/fork-service.ts'
import { buy } from './buy.ts'
import { sendAll, type Sent } from './send-all.ts'

/** The shop to which requests are sent. */
export interface BenchShop {
  readonly planId: string
  /** Customers with a stored card and an active subscription. */
  readonly subscribers: readonly { readonly customerId: string; readonly subscriptionId: string }[]
  readonly key: string
  /** Sends one request and returns the answer's body. */
  readonly send: (sent: Sent) => Promise<unknown>
}

/** Gives a shop on PostgreSQL 1,000 plans, customers, stored cards, subscriptions and payments. */
export const fillShop = async (databaseUrl: string, service: ForkedService): Promise<BenchShop> => {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string }>(`select id from organizations where name = 'Bench' limit 1`)
    const organizationId = rows[0]!.id
    await fillLists(databaseUrl, [[organizationId, 1000]])
    await client.query(
      `insert into plans (organization_id, id, name, type, interval_unit, interval_count, price, created_at, updated_at)
       select $1, 'price_bench_' || n, 'Plan ' || n, 'recurring', 'months', 1,
         '{"default": {"amount": 999, "currency": "EUR"}, "countries": []}', now(), now() from generate_series(1, 994) n`,
      [organizationId],
    )
    // Nothing must fall due while requests are measured.
    await client.query(`update subscriptions set deferred_until = now() + interval '30 days' where due_at <= now()`)
    await client.query('vacuum (analyze)')
    const { rows: subscribers } = await client.query<BenchShop['subscribers'][number]>(
      `select customer_id as "customerId", id as "subscriptionId" from subscriptions
       where status = 'active' and payment_method_id is not null and current_period_end > now() limit 100`,
    )
    return { ...shopOf(service), subscribers }
  } finally {
    await client.end()
  }
}

/** A shop on either kind of database, with one subscriber to a plan of its own. */
export const shopWithSubscriber = async (service: ForkedService): Promise<BenchShop> => {
  const shop = shopOf(service)
  const plan = (await shop.send({
    method: 'POST',
    path: '/plans',
    headers: { authorization: `Bearer ${shop.key}` },
    body: {
      name: 'Library',
      type: 'recurring',
      interval: 'months',
      price: { default: { amount: 1999, currency: 'EUR' }, countries: [] },
    },
  })) as { readonly id: string }
  const send = async (sent: Sent) => (await sendAll(service.port, [sent], 1))[0]!
  const { payment } = await buy(send, { ...shop, planId: plan.id })
  return { ...shop, subscribers: [{ customerId: payment.customer.id, subscriptionId: payment.subscription.id }] }
}

const shopOf = ({ port, key, planId }: ForkedService): Omit<BenchShop, 'subscribers'> => ({
  planId,
  key,
  send: async (sent) => JSON.parse((await sendAll(port, [sent], 1))[0]!),
})
