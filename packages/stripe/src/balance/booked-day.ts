import type { BookedPage, Payout } from '@billing-checkout/server/processor'
import { Stripe } from 'stripe'
import { fromStripeMoney } from '../amounts.ts'
import type { StripeAccount } from '../stripe-account.ts'
import { movementOf } from './movement-of.ts'

/** Seconds after the end of a day within which Stripe makes the day's last entries. */
const settlesSeconds = 600
const daySeconds = 86_400

/**
 * The entries of Stripe's balance on a day in UTC by Stripe's clock, in Stripe's own pages. The token of the next page
 * is the id of this page's last entry. The last page also has the day's payouts.
 */
export const bookedDay = async (
  account: StripeAccount,
  day: string,
  page: string | undefined,
  now: Date,
): Promise<BookedPage> => {
  account.refuseIfMismatched()
  const { client } = account
  const from = Date.parse(`${day}T00:00:00.000Z`) / 1000
  // Our objects in the account are not older than the connection, so read none from before it.
  const created = { gte: Math.max(from, Math.floor(account.connectedAt.getTime() / 1000)), lt: from + daySeconds }
  const after = page !== undefined && { starting_after: page }
  const { data, has_more: hasMore } = await client.balanceTransactions.list({
    created,
    limit: 100,
    expand: ['data.source'],
    ...after,
  })
  return {
    movements: data.flatMap(movementOf),
    payouts: hasMore ? [] : await payoutsOf(account, created).catch(noneIfDenied),
    isComplete: from + daySeconds + settlesSeconds <= now.getTime() / 1000,
    next: hasMore ? (data.at(-1)?.id ?? null) : null,
  }
}

const payoutsOf = (
  { optionalClient: client }: StripeAccount,
  created: Stripe.RangeQueryParam,
): Promise<readonly Payout[]> =>
  Array.fromAsync(client.payouts.list({ created, limit: 100 }), async (payout) => ({
    id: payout.id,
    ...fromStripeMoney(payout),
    state: states[payout.status] ?? 'on_its_way',
    arrivesAt: new Date(payout.arrival_date * 1000).toISOString(),
    movements: await movementsIn(client, payout),
  }))

/** Returns no payouts if the restricted key may not read them, because sums and fees are known without payouts. Throws other errors. */
const noneIfDenied = (error: unknown): readonly Payout[] => {
  if (error instanceof Stripe.errors.StripePermissionError) return []
  throw error
}

const states: Readonly<Record<string, Payout['state']>> = { paid: 'paid', failed: 'failed', canceled: 'failed' }

/** Stripe lists the entries of a payout only if the payout was automatic, not requested by hand. */
const movementsIn = async (client: Stripe, { id, automatic }: Stripe.Payout): Promise<readonly string[]> => {
  if (!automatic) return []
  const entries = client.balanceTransactions.list({ payout: id, limit: 100 })
  // Keep only the ids, because a payout can have very many entries.
  return (await Array.fromAsync(entries, (entry) => (entry.type === 'payout' ? [] : [entry.id]))).flat()
}
