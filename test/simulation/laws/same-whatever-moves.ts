import { sql } from 'kysely'
import type { Chance } from '../chance.ts'
import { performAction } from './actions.ts'
import { allActions, drawDiscounts, drawActions, drawTerms, type TimedAction } from './draw-actions.ts'
import { type Law, throwBroken } from './law.ts'
import { type LawShop, openLawShop, type ShopTerms } from './law-shop.ts'
import { describeCustomer, differingLines } from './customer-records.ts'

const daySeconds = 24 * 3600

/** Draws a life of any actions, and its end, in seconds after the beginning: at most 50 days after the last action. */
export const drawWholeLife = (chance: Chance, terms: ShopTerms) => {
  const life = drawActions(chance, terms, { actions: 2 + chance.below(5), among: allActions })
  return { life, until: life.at(-1)!.after + chance.below(50 * daySeconds) }
}

/** Law: one move of the clock has the same result as several moves. */
export const oneMoveOrSeveral: Law = async (billing, chance) => {
  const terms = { ...drawTerms(chance), discounts: drawDiscounts(chance) }
  const { life, until } = drawWholeLife(chance, terms)
  const stops = Array.from({ length: 12 }, () => chance.below(until)).toSorted((one, other) => one - other)
  const records = []
  const shop = await openLawShop(billing, terms)
  const [customer] = shop.customers
  const begun = shop.now()
  const goBack = await shop.remember()
  for (const stopsOfRun of [[], stops]) {
    await goBack()
    let moments = life
    for (const stop of stopsOfRun) {
      await liveUntil(shop, [customer!], [moments], { begun, until: stop })
      moments = moments.filter(({ after }) => after > stop)
      await shop.moveTo(begun + stop * 1000)
    }
    await liveUntil(shop, [customer!], [moments], { begun, until })
    await shop.moveTo(begun + until * 1000)
    records.push(await describeCustomer(shop, customer!))
  }
  throwBroken(differingLines(records[0]!, records[1]!), terms, life, stops)
  return true
}

/** Law: one customer's actions change nothing for another customer. */
export const customersBesideEachOther: Law = async (billing, chance) => {
  const terms = { ...drawTerms(chance, 2), discounts: drawDiscounts(chance) }
  const lives = [drawWholeLife(chance, terms), drawWholeLife(chance, terms)]
  const until = Math.max(...lives.map((each) => each.until))
  const watched = chance.below(2)
  const records = []
  const shop = await openLawShop(billing, terms)
  const begun = shop.now()
  const goBack = await shop.remember()
  for (const living of [[watched], [0, 1]]) {
    await goBack()
    const customers = living.map((place) => shop.customers[place]!)
    await liveUntil(
      shop,
      customers,
      living.map((place) => lives[place]!.life),
      { begun, until },
    )
    await shop.moveTo(begun + until * 1000)
    records.push(await describeCustomer(shop, shop.customers[watched]!))
  }
  throwBroken(differingLines(records[0]!, records[1]!), terms, { watched }, ...lives)
  return true
}

/** Law: new ids, which every run makes, and another order of the rows change nothing. */
export const newIdsAndRows: Law = async (billing, chance) => {
  const terms = { ...drawTerms(chance), discounts: drawDiscounts(chance) }
  const { life, until } = drawWholeLife(chance, terms)
  const records = []
  for (const isShuffled of [false, true]) {
    const shop = await openLawShop(billing, terms)
    const [customer] = shop.customers
    const begun = shop.now()
    for (const { after, action } of life) {
      await shop.moveTo(begun + after * 1000)
      if (isShuffled) await shuffleRows(shop, chance.below(1_000_000))
      await performAction(shop, customer!, action)
      if (isShuffled) await shuffleRows(shop, chance.below(1_000_000))
    }
    await shop.moveTo(begun + until * 1000)
    records.push(await describeCustomer(shop, customer!))
  }
  throwBroken(differingLines(records[0]!, records[1]!), terms, life)
  return true
}

interface Stretch {
  /** Milliseconds since 1970. */
  readonly begun: number
  /** Seconds after `begun`. */
  readonly until: number
}

/** Plays several customers' lives at the same time until `until`, each action at its time. */
const liveUntil = async (
  shop: LawShop,
  customers: readonly string[],
  lives: readonly (readonly TimedAction[])[],
  { begun, until }: Stretch,
): Promise<void> => {
  const all = lives
    .flatMap((life, place) => life.map((moment) => ({ ...moment, customer: customers[place]! })))
    .filter(({ after }) => after <= until)
    .toSorted((one, other) => one.after - other.after)
  for (const { after, action, customer } of all) {
    await shop.moveTo(begun + after * 1000)
    await performAction(shop, customer, action)
  }
}

const shuffled = [
  'discounts',
  'subscriptions',
  'payments',
  'claims',
  'attempts',
  'refunds',
  'accepted_refunds',
  'disputes',
  'payment_methods',
  'plans',
  'customers',
  'sandbox_processor.transactions',
]

/** Rewrites the rows of some tables in a random order. Queries without `order by` then return the rows in that order. */
const shuffleRows = async ({ billing }: LawShop, draw: number): Promise<void> => {
  const loops = shuffled.map(
    (table) => `for place in select ctid from ${table} order by md5(ctid::text || '${draw}') loop
      update ${table} set created_at = created_at where ctid = place; end loop;`,
  )
  await sql
    .raw(`do $$ declare place tid; begin set local session_replication_role = replica; ${loops.join(' ')} end $$`)
    .execute(billing.database)
}
