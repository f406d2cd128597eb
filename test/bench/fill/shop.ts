import { hash } from 'node:crypto'

/** How many rows an organization gets, and the time before which all of them were made. */
export interface FilledShop {
  readonly organizationId: string
  readonly planIds: readonly string[]
  /** How many customers, each with a stored card and a subscription. */
  readonly customers: number
  /** The payments are distributed over the customers in turn, so there may be several per customer. */
  readonly payments: number
  readonly events: number
  /** Milliseconds since 1970. */
  readonly now: number
}

/** A table to fill, and a function that returns the line of the n-th row, from 1. */
export interface TableToFill {
  readonly table: string
  /** The columns of a line. */
  readonly columns: string
  readonly lineOf: (shop: FilledShop) => (n: number) => string
}

/** A line in COPY's text format. None of our texts contains a character that must be escaped. */
export const line = (values: readonly (string | number | null)[]): string =>
  `${values.map((value) => value ?? String.raw`\N`).join('\t')}\n`

/** Milliseconds. */
export const dayMillis = 86_400_000
const hourMillis = 3_600_000
/** Thirty days. */
export const monthMillis = 30 * dayMillis

/** The time of each row: evenly spread over a number of months that end an hour ago. */
export const spread = (now: number, count: number, months: number) => {
  const step = (months * monthMillis) / count
  return (n: number): number => Math.floor(now - hourMillis - (count - n) * step)
}

/** How many months back the rows of a shop go. */
export const monthsOfRows = 36

/**
 * An id in the service's format: its time, then a part that is random in production. Here, that part is computed from the prefix and the
 * number.
 */
export const idOf = (prefix: string, n: number, at: number): string => {
  const time = at.toString(16).padStart(12, '0')
  const rest = hash('md5', prefix + n)
  return `${prefix}_${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(0, 3)}-8${rest.slice(3, 6)}-${rest.slice(6, 18)}`
}

/** A time in milliseconds since 1970, as ISO 8601 text. */
export const timeText = (at: number): string => new Date(at).toISOString()

/** The data of the n-th shopper. */
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

/** The plan of the n-th row. */
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
