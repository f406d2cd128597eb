import pg from 'pg'

/** Adds customers with a stored method and a monthly subscription that fell due a minute ago. */
export const addDueSubscriptions = async (databaseUrl: string, count: number): Promise<void> => {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    await client.query(statements(count))
  } finally {
    await client.end()
  }
}

const statements = (count: number): string => `
  insert into organizations (id, name, settings, created_at, updated_at)
    values ('org_bench', 'Bench', '{}', now(), now()) on conflict do nothing;
  insert into plans (organization_id, id, name, type, interval_unit, interval_count, price, created_at, updated_at)
    values ('org_bench', 'price_bench', 'Reader', 'recurring', 'months', 1,
      '{"default":{"amount":999,"currency":"EUR"},"countries":[]}', now(), now()) on conflict do nothing;
  create temporary table numbers as
    select gen_random_uuid()::text as id, clock_timestamp() - interval '1 minute' as due from generate_series(1, ${count});
  insert into customers (organization_id, id, email, full_name, address, created_at, updated_at)
    select 'org_bench', 'cus_' || id, id || '@example.com', 'Somebody',
      '{"city":"Berlin","country":"DE","line1":"Am Ufer 1","line2":null,"postal_code":"10115","state":null}', now(), now()
    from numbers;
  insert into payment_methods (organization_id, id, customer_id, type, details, connection, processor_token, created_at)
    select 'org_bench', 'pm_' || id, 'cus_' || id, 'CARD', '{"bin":"424242","bin_data":null,"exp_month":12,"exp_year":2090,
      "is_network_tokenized":false,"last4":"4242","number":"424242******4242"}', 'instant', id, now()
    from numbers;
  insert into subscriptions (organization_id, id, customer_id, plan_id, status, price_amount, price_currency, payment_method_id,
      anchor, current_period_start, current_period_end, next_billing_date, attempts_max, country_of_sale,
      created_at, updated_at)
    select 'org_bench', 'sub_' || id, 'cus_' || id, 'price_bench', 'active', 999, 'EUR', 'pm_' || id,
      due - interval '1 month', due - interval '1 month', due, due, 7, 'ZZ', now(), now()
    from numbers;
  drop table numbers;
  analyze`
