import pg from 'pg'

/**
 * How many customers, stored cards, subscriptions and payments an organization is given; where the payments are more than the
 * others, each customer has several of them.
 */
export type Filling = readonly [organizationId: string, rows: number, more?: More]

/** What there may be more of than customers. */
export interface More {
  readonly payments: number
  readonly events: number
}

/** Fills organizations, made where they are not there yet, by SQL alone: through the service it would take hours. */
export const fillLists = async (databaseUrl: string, fillings: readonly Filling[]): Promise<void> => {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    // Foreign keys hold by how the rows are made; checking each of millions would double the time.
    await client.query(`set session_replication_role = replica; set statement_timeout = 0; set timezone = 'UTC';
      set maintenance_work_mem = '1GB'; set synchronous_commit = off`)
    const indexes = await dropIndexes(client)
    // One transaction has one `now()`, from which all times and identifiers are counted.
    await client.query('begin')
    for (const filling of fillings) await fill(client, filling)
    await client.query('commit')
    for (const index of indexes) await client.query(index)
    await client.query('vacuum (analyze)')
  } finally {
    await client.end()
  }
}

const filled = ['customers', 'payment_methods', 'subscriptions', 'payments', 'payment_texts', 'events']

/** Takes the indexes that no constraint needs off the filled tables and answers how to make them again. */
const dropIndexes = async (client: pg.Client): Promise<readonly string[]> => {
  const { rows } = await client.query<{ name: string; definition: string }>(
    // Of an index of partitions, the definition says that it is on the parent only.
    `select indexrelid::regclass::text as name, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as definition from pg_index
     where indrelid::regclass::text = any($1) and not indisprimary`,
    [filled],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}

const fill = async (
  client: pg.Client,
  [organizationId, rows, { payments, events } = { payments: rows, events: 0 }]: Filling,
): Promise<void> => {
  await client.query(`insert into organizations values ($1, 'Filled', '{}', now(), now()) on conflict do nothing`, [
    organizationId,
  ])
  await client.query(
    `insert into plans (organization_id, id, name, type, interval_unit, interval_count, price, created_at, updated_at)
     select $1, ${idOf('price', 'i', 'at')}, 'Plan ' || i, 'recurring', 'months', 1,
       '{"default": {"amount": 999, "currency": "EUR"}, "countries": []}', at, at
     from (select i, now() - interval '4 years' as at from generate_series(1, 5) i) made`,
    [organizationId],
  )
  for (const statement of statements) await client.query(statement, [organizationId, rows])
  await client.query(paymentsOf, [organizationId, payments, rows])
  await client.query(textsOf, [organizationId])
  if (events > 0) await client.query(eventsOf, [organizationId, events])
}

/** An identifier as the service makes them: its time first, then what cannot be guessed, here made from the number. */
const idOf = (prefix: string, number: string, at: string): string =>
  `'${prefix}_' || regexp_replace(lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0')
     || '7' || substr(md5('${prefix}' || ${number}), 1, 3) || '8' || substr(md5('${prefix}' || ${number}), 4, 15),
     '(.{8})(.{4})(.{4})(.{4})(.{12})', '\\1-\\2-\\3-\\4-\\5')`

/** Numbers with the moment each stands for: three years that end an hour ago, evenly filled. */
const momentOf = (number: string, count: string): string =>
  `date_trunc('milliseconds', now() - interval '1 hour' - (${count}::int - ${number}) * (interval '3 years' / ${count}::int))`

const numbered = `(select i, ${momentOf('i', '$2')} as at from generate_series(1, $2::int) i) made`

const planId = `(select array_agg(id order by id) from plans where organization_id = $1)`

const card = `jsonb_build_object('bin', '42424242', 'bin_data', jsonb_build_object('brand', 'visa', 'country', 'US', 'currency_code', 'USD',
  'description', 'VISA CLASSIC', 'funding', 'credit', 'issuer', 'Test Bank', 'type', 'consumer'), 'exp_month', 12, 'exp_year', 2030,
  'is_network_tokenized', false, 'last4', '4242', 'number', '424242******4242')`

const given = `(array['Ada', 'Bruno', 'Chiyo', 'Dilnoza', 'Emre', 'Farah', 'Goran', 'Hana', 'Ikram', 'Jules', 'Kofi', 'Lena', 'Mina', 'Noor', 'Oskar', 'Priya'])[1 + i % 16]`
const family = `substr(md5('family' || i % 40000), 1, 7)`

const statements = [
  `insert into customers (organization_id, id, external_id, full_name, email, phone, address, created_at, updated_at)
   select $1, ${idOf('cus', 'i', 'at')}, 'user-' || i, ${given} || ' ' || initcap(${family}),
     lower(${given}) || '.' || ${family} || i || '@example.com', '+49 30 ' || (1000000 + i),
     '{"city": "Berlin", "country": "DE", "line1": "Torstrasse 1", "line2": null, "postal_code": "10119", "state": null}', at, at
   from ${numbered}`,
  `insert into payment_methods (organization_id, id, customer_id, type, details, processor, connection, processor_token, fingerprint, created_at)
   select $1, ${idOf('pm', 'i', 'at')}, ${idOf('cus', 'i', 'at')}, 'CARD', ${card}, 'sandbox', 'sandbox', 'token_' || i, md5('card' || i), at
   from ${numbered}`,
  // One in a thousand is due; the others were charged lately or are over.
  `insert into subscriptions (organization_id, id, customer_id, plan_id, status, price_amount, price_currency, payment_method_id,
     anchor, current_period_start, current_period_end, next_billing_date, attempts_max, past_due_since, attempt_count,
     noticed_period_end, created_at, updated_at)
   select $1, ${idOf('sub', 'i', 'at')}, ${idOf('cus', 'i', 'at')}, (${planId})[1 + i % 5], status, 999, 'EUR', ${idOf('pm', 'i', 'at')},
     at, ends - interval '1 month', ends, case when status in ('active', 'trial', 'past_due') then ends end, 7,
     case when status = 'past_due' then ends - interval '1 day' end, case when status = 'past_due' then 1 else 0 end, ends, at, at
   from (select i, at, case when i % 1000 = 0 then now() - interval '1 minute' else now() + (1 + i % 28) * interval '1 day' end as ends,
     (array['active', 'active', 'active', 'active', 'active', 'active', 'cancelled', 'cancelled', 'trial', 'scheduled_for_cancellation'])
       [1 + i % 10] as usual, case when i % 97 = 0 then 'past_due' end as late from ${numbered}) aged
     cross join lateral (select coalesce(late, usual) as status) known`,
]

const paymentsOf = `insert into payments (organization_id, id, claim_id, customer_id, plan_id, subscription_id, payment_method_id, purpose, amount,
     amount_usd, currency_code, payment_status, payment_type, payment_token_type, payment_method, statement_descriptor, avs_check, cvc_check,
     payment_details, processor, status_reason, created_at, updated_at, search_text)
   select $1, id, 'claim_' || id, customer, (${planId})[1 + i % 5], sub, method, 'renew', amount, amount * 115 / 100, currency,
     status, 'MIT', 'PROCESSOR_TOKEN', jsonb_build_object('id', method, 'type', 'CARD', 'details', ${card}, 'billing_address', null),
     'LANTERN BOOKS', '{"result": {"postal_code": "pass", "street_address": "pass"}}', '{"result": {"cvc": "pass"}}',
     jsonb_build_object('arn', md5('arn' || i), 'auth_code', '123456', 'network_payment_id', md5('net' || i), 'processor_transaction_id', md5('tx' || i)),
     '{"description": "Sandbox", "id": "sandbox", "processor_merchant_id": "sandbox", "type": "sandbox"}',
     '{"status": "approved", "status_reason": {"advice_code": null, "decline_code": null, "message": null}}', at, at + interval '1 day',
     lower(id || ' LANTERN BOOKS ' || customer || ' user-' || j || ' ' || ${given} || ' ' || ${family} || ' ' || ${given} || '.' || ${family} || i
       || '@example.com +49 30 ' || (1000000 + i) || ' ' || sub)
   from (select i, j, at, ${idOf('pay', 'i', 'at')} as id, ${idOf('cus', 'j', 'since')} as customer, ${idOf('sub', 'j', 'since')} as sub,
     ${idOf('pm', 'j', 'since')} as method, (array[999, 1999, 4900, 11900, 700])[1 + i % 5] + i % 300 as amount,
     (array['EUR', 'EUR', 'EUR', 'EUR', 'EUR', 'EUR', 'USD', 'USD', 'GBP', 'JPY'])[1 + i % 10] as currency,
     case when i % 33 = 0 then 'DECLINED' when i % 501 = 0 then 'FAILED' when i > $2::int - 500 then 'SETTLING' else 'SETTLED' end as status
     from ${numbered} cross join lateral (select 1 + (i - 1) % $3::int as j) owner
       cross join lateral (select ${momentOf('j', '$3')} as since) customer) aged`

const textsOf = `insert into payment_texts select organization_id, id, created_at, spell_signs(search_text) from payments
  where organization_id = $1 order by created_at`

/** Thirty months of them; what they show is about as long as a payment. */
const eventsOf = `insert into events (organization_id, id, type, object, created_at, recorded_at)
  select $1, ${idOf('evt', 'i', 'at')}, case when i % 3 = 0 then 'payment.created' else 'payment.updated' end,
    jsonb_build_object('object', 'payment', 'id', ${idOf('pay', 'i', 'at')}, 'amount', 999 + i % 300, 'currency_code', 'EUR',
      'payment_status', 'SETTLED', 'payment_method', ${card}, 'statement_descriptor', 'LANTERN BOOKS', 'metadata', '{}'::jsonb), at, at
  from (select i, now() - interval '1 hour' - ($2::int - i) * (interval '29 months' / $2::int) as at
    from generate_series(1, $2::int) i) made`
