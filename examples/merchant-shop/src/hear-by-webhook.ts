import { type BillingClient, BillingError } from '@billing-checkout/client'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

interface KeptEndpoint {
  readonly id: string
  readonly secret: string
}

/**
 * Returns the secret that signs the events for the shop's webhook endpoint. The service reveals a secret only once, so the shop stores it
 * in a file. If the service knows the endpoint in the file, updates the endpoint's address; if not, registers a new endpoint.
 */
export const hearByWebhook = async (client: BillingClient, url: string, file: string): Promise<string> => {
  const kept = read(file)
  if (kept !== undefined && (await moveEndpoint(client, kept.id, url))) return kept.secret
  const { id, secret } = await client.createWebhookEndpoint({ url, event_types: ['*'], description: 'Fulfilment' })
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(file, JSON.stringify({ id, secret } satisfies KeptEndpoint), { mode: 0o600 })
  return secret
}

/** Updates the endpoint to the shop's present address; returns whether the service knows the endpoint. */
const moveEndpoint = async (client: BillingClient, id: string, url: string): Promise<boolean> => {
  try {
    // Enable the endpoint: the service has disabled it if the shop was closed for a week. The shop reads the missed events from the list of
    // events instead.
    await client.updateWebhookEndpoint(id, { url, enabled: true, resume_from: 'now' })
    return true
  } catch (error) {
    if (error instanceof BillingError && error.code === 'not_found') return false
    throw error
  }
}

const read = (file: string): KeptEndpoint | undefined => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as KeptEndpoint
  } catch {
    return undefined
  }
}
