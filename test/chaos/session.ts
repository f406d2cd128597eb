import { randomUUID } from 'node:crypto'
import type { Stage } from './stage.ts'

/**
 * A session in an organization of its own. If runs shared an organization, the declines of one run would count against the limits of
 * another.
 */
export interface ChaosSession {
  readonly id: string
  readonly organizationId: string
}

/** Opens a session in which a shopper can buy once or subscribe. */
export const openSession = async ({ server }: Stage, type: 'one-off' | 'recurring'): Promise<ChaosSession> => {
  const { database, wallClock } = server.billing
  const organizationId = `org_${randomUUID()}`
  const wall = wallClock()
  await database
    .insertInto('organizations')
    .values({ id: organizationId, name: 'Chaos & Sons', settings: '{}', createdAt: wall, updatedAt: wall })
    .execute()
  const { key } = await server.apiKeys.create(organizationId, { scopes: null, wall })
  const ask = async (path: string, body: object): Promise<{ readonly id: string }> => {
    const response = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path} answered ${await response.text()}`)
    return (await response.json()) as { id: string }
  }
  const rhythm = type === 'recurring' ? { interval: 'months', interval_count: 1 } : {}
  const price = { default: { amount: 1900, currency: 'EUR' }, countries: [] }
  const plan = await ask('/plans', { name: 'Lamp', type, ...rhythm, price })
  const { id } = await ask('/client-session', { customer: { email: 'mina@example.com' }, plan: { id: plan.id } })
  return { id, organizationId }
}
