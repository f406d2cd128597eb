import { type BillingClient, BillingError } from '@billing-checkout/client'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

interface KeptEndpoint {
  readonly id: string
  readonly secret: string
}

/**
 * Lets the billing service send its events to an address of the shop, and answers the secret that they are signed with. The
 * service shows it once, so the shop keeps it in a file; it may belong to a database that is gone.
 */
export const hearByWebhook = async (client: BillingClient, url: string, file: string): Promise<string> => {
  const kept = read(file)
  if (kept !== undefined && (await moveEndpoint(client, kept.id, url))) return kept.secret
  const { id, secret } = await client.createWebhookEndpoint({ url, event_types: ['*'], description: 'Fulfilment' })
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(file, JSON.stringify({ id, secret } satisfies KeptEndpoint), { mode: 0o600 })
  return secret
}

/** Tells the service where the shop is by now; answers whether it knows the endpoint. */
const moveEndpoint = async (client: BillingClient, id: string, url: string): Promise<boolean> => {
  try {
    // A shop that was closed for a week has its endpoint disabled. What it missed it reads from the list of events.
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
