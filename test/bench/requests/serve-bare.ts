import express from 'express'
import { CompiledQuery } from 'kysely'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { createLogger, readConfig } from '#server/index.ts'
import { openStore } from '#server/wiring/open-store.ts'

// The bare server for comparison: Express 5 and one prepared statement, on the service's kind of database.

type Row = Readonly<Record<string, unknown>>
type Ask = (name: string, text: string, values: readonly unknown[]) => Promise<readonly Row[]>

interface BareDatabase {
  readonly ask: Ask
  /** Runs queries over one connection in a transaction. */
  readonly transact: (run: (ask: Ask) => Promise<readonly Row[]>) => Promise<readonly Row[]>
}

const onPostgresql = (connectionString: string): BareDatabase => {
  const pool = new pg.Pool({ connectionString, max: 10 })
  return {
    ask: async (name, text, values) => (await pool.query({ name, text, values: [...values] })).rows as readonly Row[],
    async transact(run) {
      const client = await pool.connect()
      await client.query('begin')
      const rows = await run(
        async (name, text, values) => (await client.query({ name, text, values: [...values] })).rows,
      )
      await client.query('commit')
      client.release()
      return rows
    },
  }
}

/** The embedded database as the service opens it, in a new folder; it has one connection. */
const embedded = async (): Promise<BareDatabase> => {
  const config = readConfig(process.env)
  const { db } = (await openStore(config, createLogger(config.logLevel, 2))).database
  const askOver =
    (over: typeof db): Ask =>
    async (_name, text, values) =>
      (await over.getExecutor().executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows
  return { ask: askOver(db), transact: (run) => db.transaction().execute((transaction) => run(askOver(transaction))) }
}

const { DATABASE_URL: databaseUrl } = process.env
const { ask, transact } = databaseUrl ? onPostgresql(databaseUrl) : await embedded()

for (const statement of [
  `create table bare_rows (id text primary key, amount integer not null, document jsonb not null, updated_at timestamptz not null)`,
  `create table bare_lists (list text not null, place integer not null, id text not null, text text not null, primary key (list, place))`,
  `insert into bare_rows select 'row_' || n, n, '{"name": "Reader", "price": {"default": {"amount": 999, "currency": "EUR"}, "countries": []}}', now()
    from generate_series(1, 1000) n`,
  'analyze bare_rows',
])
  await ask('', statement, [])

const app = express()
app.disable('x-powered-by')
app.disable('etag')
app.use(express.json())

app.get('/read/:id', async (request, response) => {
  const [row] = await ask('read', 'select * from bare_rows where id = $1', [request.params.id])
  response.json(row)
})

app.post('/update/:id', async (request, response) => {
  const text = 'update bare_rows set amount = amount + 1, updated_at = now() where id = $1 returning *'
  const [row] = await ask('update', text, [request.params.id])
  response.json(row)
})

app.post('/insert', async (request, response) => {
  const text = 'insert into bare_rows values ($1, $2, $3, now()) returning *'
  const [row] = await ask('insert', text, [randomUUID(), 1, JSON.stringify(request.body)])
  response.json(row)
})

app.patch('/lock-and-update/:id', async (request, response) => {
  const { id } = request.params
  const [row] = await transact(async (within) => {
    await within('lock', 'select * from bare_rows where id = $1 for update', [id])
    const text = 'update bare_rows set document = $2, updated_at = now() where id = $1 returning *'
    return within('change', text, [id, JSON.stringify(request.body)])
  })
  response.json(row)
})

app.get('/list/:list', async (request, response) => {
  const text = 'select id, place, text from bare_lists where list = $1 order by place limit 100'
  response.json({ data: await ask('list', text, [request.params.list]) })
})

/** Makes a list of 100 rows whose answer has about this many bytes. */
app.post('/list/:list/:bytes', async (request, response) => {
  await ask(
    'fill',
    `insert into bare_lists select $1, n, gen_random_uuid(), repeat('x', greatest($2::int / 100 - 70, 0)) from generate_series(1, 100) n`,
    [request.params.list, request.params.bytes],
  )
  response.json({})
})

const server = app.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }))
