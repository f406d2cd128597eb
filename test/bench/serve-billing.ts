import {
  createLogger,
  createOrganization,
  readConfig,
  startServer,
  updateOrganization,
} from '../../packages/server/src/index.ts'

// The service as an operator runs it, with one organization, one key and one plan to ask for.
const config = readConfig(process.env)
const server = await startServer({ config, logger: createLogger(config.logLevel, 2) })
const wall = new Date().toISOString()
const { id } = await createOrganization(server.billing.database, { name: 'Bench', originsOfFirst: null, wall })
await updateOrganization(server.billing.database, id, { settings: { payment_method_kinds: ['CARD'] } }, wall)
const { key } = await server.apiKeys.create(id, { scopes: null, wall })
const created = await fetch(`${server.url}/plans`, {
  method: 'POST',
  headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
  body: JSON.stringify({
    name: 'Reader',
    type: 'recurring',
    interval: 'months',
    price: { default: { amount: 999, currency: 'EUR' }, countries: [] },
  }),
})
const plan = (await created.json()) as { readonly id: string }
process.send?.({ port: Number(new URL(server.url).port), key, planId: plan.id })
