import { randomUUID } from 'node:crypto'

/** A request as it is sent. */
export interface Sent {
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object
}

/** What the bare server does instead; a list has as many bytes as ours. */
export type BareKind = 'read' | 'update' | 'insert' | 'lock and update' | 'list'

/** One kind of request, and how much of the processor it may take. */
export interface RequestKind {
  readonly what: string
  readonly bare: BareKind
  /** The smallest share of the bare server's requests, for the same processor time, that is good enough. */
  readonly aim: number
  /** The most milliseconds that it may take more than another kind, which is named. */
  readonly more?: { readonly than: string; readonly millisMax: number }
  /** The most round trips to the database that are good enough, the commit included; absent where no number is held. */
  readonly roundTrips?: number
  /** Makes so many of these requests; whatever they need first is asked for here and not measured. */
  readonly prepare: (shop: BenchShop, count: number) => Promise<readonly Sent[]>
}

/** The shop that requests are made to. */
export interface BenchShop {
  readonly planId: string
  /** Customers with a stored card and an active subscription to another plan each. */
  readonly subscribers: readonly { readonly customerId: string; readonly subscriptionId: string }[]
  readonly key: string
  readonly send: (sent: Sent) => Promise<unknown>
}

const newShopperView = 'GET /checkout/{id}, new shopper'
const compressed = 'GET /checkout/{id}, new shopper, compressed'

/** Everything that is measured. */
export const requestKinds: readonly RequestKind[] = [
  checkoutKind(newShopperView, 0.35, newShopper),
  {
    ...checkoutKind(compressed, 0, newShopper, { 'accept-encoding': 'gzip' }),
    more: { than: newShopperView, millisMax: 0.25 },
  },
  checkoutKind('GET /checkout/{id}, saved methods', 0.3, ({ planId, subscribers }) => ({
    customer: { id: subscribers[0]!.customerId },
    plan: { id: planId },
  })),
  checkoutKind('GET /checkout/{id}, plan change', 0.25, ({ planId, subscribers }) => ({
    subscription: { id: subscribers[0]!.subscriptionId },
    plan: { id: planId },
  })),
  {
    what: 'GET /checkout/{id}, the first',
    bare: 'update',
    aim: 0.35,
    roundTrips: 3,
    prepare: async (shop, count) => {
      const ids = await openSessions(shop, count, newShopper)
      return ids.map(checkout)
    },
  },
  {
    what: 'POST /client-session',
    bare: 'insert',
    aim: 0.35,
    roundTrips: 3,
    prepare: async (shop, count) => Array.from({ length: count }, () => opening(shop, newShopper)),
  },
  {
    what: 'POST /client-session, with key',
    bare: 'insert',
    aim: 0.25,
    prepare: async (shop, count) => Array.from({ length: count }, () => withKey(opening(shop, newShopper))),
  },
  {
    what: 'PATCH /client-session/{id}',
    bare: 'lock and update',
    aim: 0.35,
    prepare: async (shop, count) => (await openSessions(shop, count, newShopper)).map((id) => patching(shop, id)),
  },
  {
    what: 'PATCH /client-session/{id}, with key',
    bare: 'lock and update',
    aim: 0.25,
    prepare: async (shop, count) =>
      (await openSessions(shop, count, newShopper)).map((id) => withKey(patching(shop, id))),
  },
  { ...merchantKind('GET /plans/{id}', 0.55, ({ planId }) => `/plans/${planId}`), bare: 'read', roundTrips: 1 },
  merchantKind('GET /plans, 100 of 1,000', 0.4, () => '/plans'),
  merchantKind('GET /customers, 100 of 1,000', 0.3, () => '/customers'),
  merchantKind('GET /payments, 100 of 1,000', 0.3, () => '/payments'),
  merchantKind('GET /subscriptions, 100 of 1,000', 0.3, () => '/subscriptions'),
]

type Members = (shop: BenchShop) => object

function newShopper({ planId }: BenchShop): object {
  return { customer: { email: 'bench@example.com', country: 'JP' }, plan: { id: planId } }
}

/** A checkout that is read again and again, as by a shopper who loads the page once more. */
function checkoutKind(what: string, aim: number, members: Members, headers: Sent['headers'] = {}): RequestKind {
  return {
    what,
    bare: 'read',
    aim,
    roundTrips: 2,
    prepare: async (shop, count) => {
      const [id] = await openSessions(shop, 1, members)
      await shop.send(checkout(id!))
      return Array.from({ length: count }, () => ({ ...checkout(id!), headers }))
    },
  }
}

function merchantKind(what: string, aim: number, pathOf: (shop: BenchShop) => string): RequestKind {
  return {
    what,
    bare: 'list',
    aim,
    roundTrips: 3,
    prepare: async (shop, count) =>
      Array.from({ length: count }, () => ({ method: 'GET', path: pathOf(shop), headers: authorize(shop) })),
  }
}

const openSessions = async (shop: BenchShop, count: number, members: Members): Promise<readonly string[]> => {
  const ids: string[] = []
  for (let made = 0; made < count; made++) {
    ids.push(((await shop.send(opening(shop, members))) as { readonly id: string }).id)
  }
  return ids
}

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

const authorize = ({ key }: BenchShop) => ({ authorization: `Bearer ${key}` })
