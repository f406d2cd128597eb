import { createOrganization, type RunningServer, updateOrganization } from '#server/index.ts'

/** An organization for benchmarks: a key without listed scopes, and a plan. */
export interface OpenShop {
  readonly organizationId: string
  readonly key: string
  readonly planId: string
}

/**
 * Creates an organization with one key and one plan. If `kinds` is null, the organization accepts all kinds of payment methods; by default,
 * only cards.
 */
export const openShop = async (
  server: RunningServer,
  name: string,
  kinds: readonly ['CARD'] | null = ['CARD'],
): Promise<OpenShop> => {
  const wall = new Date().toISOString()
  const { id } = await createOrganization(server.billing.database, { name, originsOfFirst: null, wall })
  await updateOrganization(server.billing.database, id, { settings: { payment_method_kinds: kinds } }, wall)
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
  return { organizationId: id, key, planId: plan.id }
}
