import { createLogger, createOrganization, readConfig, startServer } from '#server/index.ts'

// The service as an operator runs it, with one organization, whose webhooks are measured.
const config = readConfig(process.env)
const server = await startServer({ config, logger: createLogger(config.logLevel, 2) })
const wall = new Date().toISOString()
const { id } = await createOrganization(server.billing.database, { name: 'Bench', originsOfFirst: null, wall })
const { key } = await server.apiKeys.create(id, { scopes: null, wall })
process.send?.({ port: Number(new URL(server.url).port), key, planId: id })
