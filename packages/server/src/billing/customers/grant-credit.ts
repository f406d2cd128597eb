import { amountMax, type Customer, Problem } from '@billing-checkout/contract'
import type { BodyOf, CallerContext } from '../../organization/caller-context.ts'
import { loadShownCustomer } from '../../presenters/customers/load-customers.ts'
import { recordAudit } from '../../store/audit/record-audit.ts'
import { findCustomer } from '../../store/entities/customers.ts'
import { lockNames } from '../../store/writes/lock-names.ts'
import { type Write, write } from '../../store/writes/write.ts'
import { saveIdempotentResponse } from '../../store/requests/save-idempotent-response.ts'
import type { Billing } from '../billing.ts'
import { lockName } from '../lock-names-of.ts'
import { insertCustomerCredit } from './customer-credit.ts'
import { recordCustomerUpdated, refuseErased } from './record-customer-updated.ts'

type CreditBody = BodyOf<'grantCredit'>

/** Grants a customer goodwill credit in one currency. The credit lowers the price of later purchases and is never paid out. */
export const grantCredit = (billing: Billing, call: CallerContext, id: string, body: CreditBody): Promise<Customer> =>
  write(billing.database, call.organization.id, async (work) => {
    // Purchases also read the credit under this lock.
    await lockNames(work, [lockName.customer(id)])
    const stored = await findCustomer(work, id)
    if (stored === undefined) throw new Problem('not_found', `There is no customer ${id}.`)
    refuseErased(stored)
    const { balances } = await loadShownCustomer(work.db, id)
    refuseTooMuch(balances, body)
    insertCredit(work, id, body)
    await recordCustomerUpdated(work, id, { balances })
    const customer = await loadShownCustomer(work.db, id)
    saveIdempotentResponse(work, call, customer)
    return customer
  })

const refuseTooMuch = (balances: Customer['balances'], { amount, currency }: CreditBody): void => {
  const before = balances.find((balance) => balance.currency === currency)?.amount ?? 0
  if (before + amount <= amountMax) return
  throw new Problem(
    'limit_reached',
    `The credit of a customer must be at most ${amountMax} in minor units of ${currency}, got ${before + amount}.`,
  )
}

const insertCredit = (work: Write, customerId: string, { amount, currency, reason }: CreditBody): void => {
  const credit = insertCustomerCredit(work, { customerId, currency, source: null, minor: amount, rule: null, reason })
  // The event shows only the balances, so the audit log records the reason.
  recordAudit(work, { object: customerId, after: { credit, amount, currency }, why: reason })
}
