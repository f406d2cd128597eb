import pg from 'pg'

/** Adds a one-off plan, and customers with a stored method that can be charged for it. */
export const addBuyers = async (
  databaseUrl: string,
  organizationId: string,
  count: number,
): Promise<{ readonly planId: string; readonly customerIds: readonly string[] }> => {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    await client.query(statements(organizationId, count))
    const { rows } = await client.query<{ id: string }>('select id from customers')
    return { planId: 'price_bench', customerIds: rows.map(({ id }) => id) }
  } finally {
    await client.end()
  }
}

const statements = (organizationId: string, count: number): string => `
  insert into plans (organization_id, id, name, type, price, created_at, updated_at)
    values ('${organizationId}', 'price_bench', 'Atlas', 'one-off',
      '{"default":{"amount":2500,"currency":"EUR"},"countries":[]}', now(), now());
  create temporary table numbers as select gen_random_uuid()::text as id from generate_series(1, ${count});
  insert into customers (organization_id, id, email, full_name, address, created_at, updated_at)
    select '${organizationId}', 'cus_' || id, id || '@example.com', 'Somebody',
      '{"city":"Berlin","country":"DE","line1":"Am Ufer 1","line2":null,"postal_code":"10115","state":null}', now(), now()
    from numbers;
  insert into payment_methods (organization_id, id, customer_id, type, details, connection, processor_token, created_at)
    select '${organizationId}', 'pm_' || id, 'cus_' || id, 'CARD', '{"bin":"424242","bin_data":null,"exp_month":12,
      "exp_year":2090,"is_network_tokenized":false,"last4":"4242","number":"424242******4242"}', 'instant', id, now()
    from numbers;
  drop table numbers;
  analyze`
