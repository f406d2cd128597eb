import { beforeAll } from 'vitest'
import type { TestDatabase } from '../databases/databases.ts'
import { type RunningService, type ServiceOptions, startService } from './running-service.ts'

/**
 * The service that all stories of a suite share, over its own database. It starts before the first story, and is closed with its database
 * after the last. Use it only in stories, or in a `beforeAll` further down.
 */
export const useService = (
  open: () => Promise<TestDatabase>,
  options: ServiceOptions | ((database: TestDatabase) => ServiceOptions | Promise<ServiceOptions>) = {},
): RunningService => {
  let running: RunningService | undefined
  beforeAll(async () => {
    const database = await open()
    const service = await startService(database, typeof options === 'function' ? await options(database) : options)
    running = service
    return async () => {
      await service.close()
      await database.close()
    }
  })
  const started = (): RunningService => {
    if (running === undefined)
      throw new Error('The service has not been started yet: ask it in a test or in beforeAll.')
    return running
  }
  return {
    get url() {
      return started().url
    },
    get billing() {
      return started().billing
    },
    get database() {
      return started().database
    },
    get organizationId() {
      return started().organizationId
    },
    get key() {
      return started().key
    },
    get logged() {
      return started().logged
    },
    send: (...request) => started().send(...request),
    addOrganization: (...organization) => started().addOrganization(...organization),
    addKey: (...key) => started().addKey(...key),
    close: () => started().close(),
  }
}
