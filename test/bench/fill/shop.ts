import { hash } from 'node:crypto'

/** How much an organization is given, and from when on its rows are counted back. */
export interface FilledShop {
  readonly organizationId: string
  readonly planIds: readonly string[]
  /** How many customers, each with a stored card and a subscription. */
  readonly customers: number
  /** Each customer in turn has one, so they may be several times as many. */
  readonly payments: number
  readonly events: number
  /** Milliseconds since 1970. */
  readonly now: number
}

/** A table that is filled, and the line of its row with a number, counted from one. */
export interface TableToFill {
  readonly table: string
  /** What a line has. */
  readonly columns: string
  readonly lineOf: (shop: FilledShop) => (n: number) => string
}

/** A line of COPY's text format. No text of ours has a sign that would need to be escaped. */
export const line = (values: readonly (string | number | null)[]): string =>
  `${values.map((value) => value ?? String.raw`\N`).join('\t')}\n`

/** Milliseconds. */
export const dayMillis = 86_400_000
const hourMillis = 3_600_000
/** Thirty days. */
export const monthMillis = 30 * dayMillis

/** The moment each row stands for: evenly spread over so many months that end an hour ago. */
export const spread = (now: number, count: number, months: number) => {
  const step = (months * monthMillis) / count
  return (n: number): number => Math.floor(now - hourMillis - (count - n) * step)
}

/** How many months the rows of a shop go back. */
export const monthsOfRows = 36

/** An identifier as the service makes them: its time first, then what cannot be guessed, here made from the number. */
export const idOf = (prefix: string, n: number, at: number): string => {
  const time = at.toString(16).padStart(12, '0')
  const rest = hash('md5', prefix + n)
  return `${prefix}_${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(0, 3)}-8${rest.slice(3, 6)}-${rest.slice(6, 18)}`
}

/** A moment as text. */
export const timeText = (at: number): string => new Date(at).toISOString()

/** The data of a shopper, by their number. */
export const shopperOf = (shop: FilledShop, n: number) => {
  const at = spread(shop.now, shop.customers, monthsOfRows)(n)
  const given = givenNames[n % givenNames.length]!
  const family = families[n % families.length]!
  return {
    at,
    customerId: idOf('cus', n, at),
    methodId: idOf('pm', n, at),
    subscriptionId: idOf('sub', n, at),
    externalId: `user-${n}`,
    fullName: `${given} ${family.charAt(0).toUpperCase()}${family.slice(1)}`,
    email: `${given.toLowerCase()}.${family}${n}@example.com`,
    phone: `+49 30 ${1_000_000 + n}`,
  }
}

const givenNames = 'Ada Bruno Chiyo Dilnoza Emre Farah Goran Hana Ikram Jules Kofi Lena Mina Noor Oskar Priya'.split(
  ' ',
)
const families = Array.from({ length: 40_000 }, (_, n) => hash('md5', `family${n}`).slice(0, 7))

/** The plan that a number stands for. */
export const planOf = ({ planIds }: FilledShop, n: number): string => planIds[n % planIds.length]!

const card = {
  bin: '42424242',
  bin_data: {
    brand: 'visa',
    country: 'US',
    currency_code: 'USD',
    description: 'VISA CLASSIC',
    funding: 'credit',
    issuer: 'Test Bank',
    type: 'consumer',
  },
  exp_month: 12,
  exp_year: 2030,
  is_network_tokenized: false,
  last4: '4242',
  number: '424242******4242',
}
/** The details of a stored card, as JSON. */
export const cardText = JSON.stringify(card)
