import { BillingError, createBillingClient } from '@billing-checkout/client'
import { parseArgs } from 'node:util'
import { openServer } from './open-server.ts'
import { tellStory } from './story.ts'

const { values } = parseArgs({ options: { server: { type: 'string' } } })
const server = await openServer(values.server)
if (server === null) {
  console.error('Set BILLING_API_KEY to an API key of the server; `npm start` in the repository prints one.')
  process.exit(1)
}

try {
  const client = createBillingClient({ apiKey: server.apiKey, baseUrl: server.url })
  await tellStory(client, server.url, (line) => console.log(line))
} catch (error) {
  if (!(error instanceof BillingError)) throw error
  console.error(`${error.code}: ${error.message}`)
  process.exitCode = 1
} finally {
  await server.close()
}
