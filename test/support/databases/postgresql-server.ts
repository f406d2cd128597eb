import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { openTemplates } from './database-templates.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Port on loopback of who knows the database templates of this run. */
    readonly databaseTemplates: number
  }
}

/**
 * What vitest runs around a suite that needs databases. Test files ask it for their template over loopback, so that one is
 * made for all of them, and a run that asks for none waits for none: PostgreSQL starts with the first question.
 */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const templates = openTemplates()
  const server = createServer(async ({ url }, response) => {
    // A file asks once for each kind, seconds apart: a connection kept alive would close just when it is used again.
    response.setHeader('Connection', 'close')
    try {
      response.end(JSON.stringify(await (url === '/embedded' ? templates.embedded() : templates.postgresql())))
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  project.provide('databaseTemplates', (server.address() as AddressInfo).port)
  return async () => {
    server.close()
    await templates.close()
  }
}
