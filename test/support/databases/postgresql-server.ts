import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { openTemplates } from './database-templates.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The loopback port of the process that has this run's database templates. */
    readonly databaseTemplates: number
  }
}

/**
 * Vitest runs this around a run of suites. Test files request their template over loopback, so that each template is made only once.
 * PostgreSQL starts when a file first requests a database of that kind, so other runs do not wait for PostgreSQL.
 */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const templates = openTemplates()
  const server = createServer(async ({ url }, response) => {
    // The requests of a file may be seconds apart. A kept-alive connection might close just when it is used again.
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
