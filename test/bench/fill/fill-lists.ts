import pg from 'pg'
import { copyLines } from './copy-lines.ts'
import { dayMillis, type FilledShop, idOf } from './shop.ts'
import { eventsOf, type LinesOfTable, salesOf } from './tables-of.ts'

/**
 * An organization with the number of its customers, each with a stored card and a subscription. Without `more`, it gets as many payments
 * and no events. If there are more payments than customers, each customer has several.
 */
export type Filling = readonly [organizationId: string, rows: number, more?: More]

/** The numbers of payments and events of an organization that has more of these than customers. */
export interface More {
  readonly payments: number
  readonly events: number
}

/** Fills organizations by COPY, and creates them if they do not exist. Through the service, this would take hours. */
export const fillLists = async (databaseUrl: string, fillings: readonly Filling[]): Promise<void> => {
  const shops = await withClient(databaseUrl, async (client) => {
    const made: FilledShop[] = []
    for (const filling of fillings) made.push(await makeShop(client, filling))
    return made
  })
  // Two groups to fill in parallel, because PostgreSQL fills a table with one process and events are as much work as all other rows.
  const groups = [salesOf, eventsOf]
  await Promise.all(groups.map((group) => withClient(databaseUrl, (client) => fillTables(client, shops.map(group)))))
  await withClient(databaseUrl, (client) => client.query('vacuum (analyze)'))
}

const withClient = async <Result>(
  databaseUrl: string,
  run: (client: pg.Client) => Promise<Result>,
): Promise<Result> => {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    // The rows are made so that all foreign keys hold. Checking each of millions of rows would double the time.
    await client.query(`set session_replication_role = replica; set statement_timeout = 0; set timezone = 'UTC';
      set maintenance_work_mem = '1GB'; set synchronous_commit = off`)
    return await run(client)
  } finally {
    await client.end()
  }
}

const makeShop = async (
  client: pg.Client,
  [organizationId, customers, { payments, events } = { payments: customers, events: 0 }]: Filling,
): Promise<FilledShop> => {
  await client.query(`insert into organizations values ($1, 'Filled', '{}', now(), now()) on conflict do nothing`, [
    organizationId,
  ])
  const now = Date.now()
  await client.query(
    `insert into plans (organization_id, id, name, type, interval_unit, interval_count, price, created_at, updated_at)
     select $1, id, 'Plan ' || i, 'recurring', 'months', 1, '{"default": {"amount": 999, "currency": "EUR"}, "countries": []}', $3, $3
     from unnest($2::text[]) with ordinality as made (id, i)`,
    [organizationId, filledPlans.map((n) => idOf('price', n, now - plansBegan)), new Date(now - plansBegan)],
  )
  const { rows: plans } = await client.query<{ id: string }>(
    'select id from plans where organization_id = $1 order by id',
    [organizationId],
  )
  const planIds = plans.map(({ id }) => id)
  return { organizationId, planIds, customers, payments, events, now }
}

const filledPlans = [1, 2, 3, 4, 5]
/** How long ago the plans were created, in milliseconds. The first sale is later. */
const plansBegan = 1500 * dayMillis

/** Fills the tables of all shops. Indexes that no constraint needs are dropped before and created afterwards. */
const fillTables = async (client: pg.Client, shops: readonly (readonly LinesOfTable[])[]): Promise<void> => {
  const lines = shops.flat().filter(({ count }) => count > 0)
  const indexes = await dropIndexes(client, [...new Set(lines.map(({ table }) => table))])
  for (const each of lines) await copyLines(client, each)
  for (const index of indexes) await client.query(index)
}

const dropIndexes = async (client: pg.Client, tables: readonly string[]): Promise<readonly string[]> => {
  const { rows } = await client.query<{ name: string; definition: string }>(
    // The definition of a partitioned index says ONLY, which would leave out the partitions.
    `select indexrelid::regclass::text as name, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as definition from pg_index
     where indrelid::regclass::text = any($1) and not indisprimary`,
    [tables],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}
