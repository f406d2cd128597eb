import { createLogger, createOrganization, readConfig, startServer } from '#server/index.ts'
import { addBuyers } from './buyers.ts'
import { instantProcessor } from '../processors/instant-processor.ts'

// The service as an operator runs it, with a processor that takes no time, and customers whose stored methods can be charged.
const config = readConfig(process.env)
const server = await startServer({ config, logger: createLogger(config.logLevel, 2), processor: instantProcessor })
const wall = new Date().toISOString()
const { id } = await createOrganization(server.billing.database, { name: 'Bench', originsOfFirst: null, wall })
const { key } = await server.apiKeys.create(id, { scopes: null, wall })
const { planId, customerIds } = await addBuyers(config.databaseUrl!, id, 2000)

/** The memory that the heap and external buffers use, and the resident memory of the process, in bytes. */
const readMemory = () => {
  globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  return { needed: heapUsed + external, rss }
}

process.on('message', () => process.send?.(readMemory()))
process.send?.({ url: server.url, key, planId, customerIds })
