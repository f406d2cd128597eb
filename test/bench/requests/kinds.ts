import { randomUUID } from 'node:crypto'
import type { BenchShop } from './bench-shop.ts'
import { buy } from './buy.ts'
import type { Asked, Sent } from './send-all.ts'

/** What the bare server does for comparison. Its list has as many bytes as our server's list. */
export type BareKind = 'read' | 'update' | 'insert' | 'lock and update' | 'list'

/** One kind of request, and its limits. */
export interface RequestKind {
  readonly what: string
  /** Null if there is no comparable bare request. */
  readonly bare: BareKind | null
  /** The smallest allowed number of our requests per bare request in the same processor time. */
  readonly share?: number
  /** How many times longer than the bare server an answer may take, if requests are sent one after another. */
  readonly alone?: number
  /** How many milliseconds longer a request of this kind may take than one of the kind `than`. */
  readonly more?: { readonly than: string; readonly millisMax: number }
  /** The largest allowed number of round trips to the database, including the commit. */
  readonly roundTrips?: number
  /** Whether the kind needs a thousand rows. Only PostgreSQL is filled with these. */
  readonly needsFilledLists?: boolean
  /** Prepares `count` requests of this kind. Requests that must precede them are sent here, and are not measured. */
  readonly prepare: (shop: BenchShop, count: number) => Promise<readonly Asked[]>
}

const newShopperView = 'GET /checkout/{id}, new shopper'

type Members = (shop: BenchShop) => object

const newShopper: Members = ({ planId }) => ({
  customer: { email: 'bench@example.com', country: 'JP' },
  plan: { id: planId },
})

const authorize = ({ key }: BenchShop) => ({ authorization: `Bearer ${key}` })

const checkout = (id: string): Sent => ({ method: 'GET', path: `/checkout/${id}` })

const opening = (shop: BenchShop, members: Members): Sent => ({
  method: 'POST',
  path: '/client-session',
  headers: authorize(shop),
  body: members(shop),
})

const patching = (shop: BenchShop, id: string): Sent => ({
  method: 'PATCH',
  path: `/client-session/${id}`,
  headers: authorize(shop),
  body: { customer: { country: 'DE' } },
})

const withKey = (sent: Sent): Sent => ({ ...sent, headers: { ...sent.headers, 'idempotency-key': randomUUID() } })

const openSessions = async (shop: BenchShop, count: number, members: Members): Promise<readonly string[]> => {
  const ids: string[] = []
  for (let made = 0; made < count; made++) {
    ids.push(((await shop.send(opening(shop, members))) as { readonly id: string }).id)
  }
  return ids
}

/** A checkout that is read repeatedly, as by a shopper who reloads the page. */
const viewed = (members: Members, headers: Sent['headers'] = {}) => ({
  bare: 'read' as const,
  roundTrips: 2,
  prepare: async (shop: BenchShop, count: number) => {
    const [id] = await openSessions(shop, 1, members)
    await shop.send(checkout(id!))
    return Array.from({ length: count }, () => ({ ...checkout(id!), headers }))
  },
})

const read = (pathOf: (shop: BenchShop) => string) => ({
  prepare: async (shop: BenchShop, count: number) =>
    Array.from({ length: count }, () => ({ method: 'GET' as const, path: pathOf(shop), headers: authorize(shop) })),
})

const listed = (path: string) => ({
  ...read(() => path),
  bare: 'list' as const,
  alone: 3,
  roundTrips: 3,
  needsFilledLists: true,
})

const repeated = (make: (shop: BenchShop) => Asked) => async (shop: BenchShop, count: number) =>
  Array.from({ length: count }, () => make(shop))

/** All kinds of requests that are measured. */
export const requestKinds: readonly RequestKind[] = [
  { what: newShopperView, share: 0.35, alone: 3, ...viewed(newShopper) },
  {
    what: 'GET /checkout/{id}, new shopper, compressed',
    more: { than: newShopperView, millisMax: 0.25 },
    ...viewed(newShopper, { 'accept-encoding': 'gzip' }),
  },
  {
    what: 'GET /checkout/{id}, saved methods',
    share: 0.3,
    alone: 3,
    ...viewed(({ planId, subscribers }) => ({
      customer: { id: subscribers[0]!.customerId },
      plan: { id: planId },
    })),
  },
  {
    what: 'GET /checkout/{id}, plan change',
    share: 0.25,
    alone: 4,
    ...viewed(({ planId, subscribers }) => ({
      subscription: { id: subscribers[0]!.subscriptionId },
      plan: { id: planId },
    })),
  },
  {
    what: 'GET /checkout/{id}, the first',
    bare: 'update',
    share: 0.35,
    alone: 4,
    roundTrips: 3,
    prepare: async (shop, count) => (await openSessions(shop, count, newShopper)).map(checkout),
  },
  {
    what: 'POST /client-session',
    bare: 'insert',
    share: 0.35,
    alone: 4,
    roundTrips: 3,
    prepare: repeated((shop) => opening(shop, newShopper)),
  },
  {
    what: 'POST /client-session, with key',
    bare: 'insert',
    share: 0.25,
    alone: 4,
    prepare: repeated((shop) => withKey(opening(shop, newShopper))),
  },
  {
    what: 'PATCH /client-session/{id}',
    bare: 'lock and update',
    share: 0.35,
    alone: 4,
    prepare: async (shop, count) => (await openSessions(shop, count, newShopper)).map((id) => patching(shop, id)),
  },
  {
    what: 'PATCH /client-session/{id}, with key',
    bare: 'lock and update',
    share: 0.25,
    alone: 4,
    prepare: async (shop, count) =>
      (await openSessions(shop, count, newShopper)).map((id) => withKey(patching(shop, id))),
  },
  {
    what: 'GET /plans/{id}',
    bare: 'read',
    share: 0.55,
    alone: 3,
    roundTrips: 1,
    ...read(({ planId }) => `/plans/${planId}`),
  },
  { what: 'GET /plans, 100 of 1,000', share: 0.4, ...listed('/plans') },
  { what: 'GET /customers, 100 of 1,000', share: 0.3, ...listed('/customers') },
  { what: 'GET /payments, 100 of 1,000', share: 0.3, ...listed('/payments') },
  { what: 'GET /subscriptions, 100 of 1,000', share: 0.3, ...listed('/subscriptions') },
  {
    what: 'a whole sale: five requests',
    bare: null,
    prepare: async (shop, count) =>
      Array.from({ length: Math.ceil(count / 5) }, () => async (send) => (await buy(send, shop)).receipt),
  },
]
