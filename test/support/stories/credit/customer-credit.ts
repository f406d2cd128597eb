import { sql } from 'kysely'
import { findFaultsInBooks } from '#server/backup/database-totals.ts'
import { settlementWork } from '#server/billing/due-work/settle-payments.ts'
import { runWork } from '#server/billing/worklist/worklist.ts'
import type { RunningService } from '../../services/running-service.ts'
import { monthlyPlanAt } from '../plan-changes.ts'
import { anEmail, aReceipt, aShopper, type Shopper } from '../shopper.ts'

/** A one-off plan at a price in cents. */
export const oneOffPlanAt = (amount: number): object =>
  monthlyPlanAt(amount, { type: 'one-off', interval: undefined, interval_count: undefined })

/** A plan at a price in cents for thirty days. */
export const thirtyDayPlanAt = (amount: number): object =>
  monthlyPlanAt(amount, { interval: 'days', interval_count: 30 })

/** The balances of a customer with this amount of credit, in euro cents; empty for 0. */
export const balancesOf = (amount: number): object[] => (amount === 0 ? [] : [{ amount, currency: 'EUR' }])

/** Functions that grant and spend customers' credit at a service. */
export const creditAt = (service: () => RunningService) => ({
  /** A customer without a purchase. */
  aCustomer: async () => {
    const { id } = (await service().send('POST', '/customers', { body: { email: anEmail() } })).body
    const read = async () => (await service().send('GET', `/customers/${id}`)).body
    return {
      id: id as string,
      read,
      balances: async () => (await read()).balances,
      grant: (amount: number, currency = 'EUR') =>
        service().send('POST', `/customers/${id}/credit`, { body: { amount, currency, reason: 'A late delivery' } }),
      /** A checkout of a session that names the customer. */
      visit: (members: object) => aShopper(service(), { customer: { id }, ...members }),
    }
  },

  payWithoutMethod: async (shopper: Shopper) => {
    const { body: seen } = await shopper.look()
    return service().send('POST', '/payments', {
      key: seen.client_token,
      body: { expected: { ...seen.quote.due_now, quote: seen.quote.hash }, consent: aReceipt(seen) },
    })
  },

  /** Makes the settlement of a payment fail. */
  lose: async (paymentId: string) => {
    const { db } = service().database
    await sql`update sandbox_processor.transactions set traits = traits || '{"settlementFails": true}'
      where id = (select payment_details->>'processor_transaction_id' from payments where id = ${paymentId})`.execute(
      db,
    )
    await sql`update payments set due_at = billing_now() where id = ${paymentId}`.execute(db)
    await runWork(service().billing, settlementWork)
  },

  subscriptionRow: (id: string) =>
    service().database.db.selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),

  attemptsOf: (paymentId: string) =>
    service().database.db.selectFrom('attempts').select('id').where('paymentId', '=', paymentId).execute(),

  faults: () => findFaultsInBooks(service().database.db),
})
