import { sql } from 'kysely'
import { createServer } from 'node:http'
import { openStore } from '#server/wiring/open-store.ts'
import { createLogger, readConfig } from '#server/index.ts'

// A comparison for HTTP figures: node:http with one round trip to the service's kind of database.
const config = readConfig(process.env)
const { database } = await openStore(config, createLogger(config.logLevel, 2))
const server = createServer(async (_request, response) => {
  await sql`select 1`.execute(database.db)
  response.setHeader('Content-Type', 'application/json').end('{}')
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }))
