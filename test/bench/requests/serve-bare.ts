import express from 'express'
import { randomUUID } from 'node:crypto'
import pg from 'pg'

// What requests are held against: Express 5 and one prepared statement, on the database that the service uses.
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 })
await pool.query(`
  create table bare_rows (id text primary key, amount integer not null, document jsonb not null, updated_at timestamptz not null);
  create table bare_lists (list text not null, place integer not null, id text not null, text text not null, primary key (list, place));
  insert into bare_rows select 'row_' || n, n, '{"name": "Reader", "price": {"default": {"amount": 999, "currency": "EUR"}, "countries": []}}', now()
    from generate_series(1, 1000) n;
  analyze bare_rows`)

const app = express()
app.disable('x-powered-by')
app.disable('etag')
app.use(express.json())

app.get('/read/:id', async (request, response) => {
  const { rows } = await pool.query({
    name: 'read',
    text: 'select * from bare_rows where id = $1',
    values: [request.params.id],
  })
  response.json(rows[0])
})

app.post('/update/:id', async (request, response) => {
  const { rows } = await pool.query({
    name: 'update',
    text: 'update bare_rows set amount = amount + 1, updated_at = now() where id = $1 returning *',
    values: [request.params.id],
  })
  response.json(rows[0])
})

app.post('/insert', async (request, response) => {
  const { rows } = await pool.query({
    name: 'insert',
    text: 'insert into bare_rows values ($1, $2, $3, now()) returning *',
    values: [randomUUID(), 1, JSON.stringify(request.body)],
  })
  response.json(rows[0])
})

app.patch('/lock-and-update/:id', async (request, response) => {
  const client = await pool.connect()
  await client.query('begin')
  await client.query({
    name: 'lock',
    text: 'select * from bare_rows where id = $1 for update',
    values: [request.params.id],
  })
  const { rows } = await client.query({
    name: 'change',
    text: 'update bare_rows set document = $2, updated_at = now() where id = $1 returning *',
    values: [request.params.id, JSON.stringify(request.body)],
  })
  await client.query('commit')
  client.release()
  response.json(rows[0])
})

app.get('/list/:list', async (request, response) => {
  const { rows } = await pool.query({
    name: 'list',
    text: 'select id, place, text from bare_lists where list = $1 order by place limit 100',
    values: [request.params.list],
  })
  response.json({ data: rows })
})

/** Fills a list of 100 rows with an answer of so many bytes. */
app.post('/list/:list/:bytes', async (request, response) => {
  await pool.query(
    `insert into bare_lists select $1, n, gen_random_uuid(), repeat('x', greatest($2::int / 100 - 70, 0)) from generate_series(1, 100) n`,
    [request.params.list, request.params.bytes],
  )
  response.json({})
})

const server = app.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }))
