import { type Customer, Problem } from '@billing-checkout/contract'
import { isUniqueViolation } from '@billing-checkout/database/errors'
import type { BodyOf, CallerContext } from '../../organization/caller-context.ts'
import { loadShownCustomer } from '../../presenters/customers/load-customers.ts'
import { write } from '../../store/writes/write.ts'
import { saveIdempotentResponse } from '../../store/requests/save-idempotent-response.ts'
import type { Billing } from '../billing.ts'
import { insertCustomer } from './insert-customer.ts'

type CustomerBody = BodyOf<'createCustomer'>

/** Creates a customer. Throws `external_id_taken` if another customer has the same external_id. */
export const createCustomer = async (billing: Billing, call: CallerContext, body: CustomerBody): Promise<Customer> => {
  try {
    return await write(billing.database, call.organization.id, async (work) => {
      const { id } = insertCustomer(work, body)
      const customer = await loadShownCustomer(work.db, id)
      saveIdempotentResponse(work, call, customer)
      return customer
    })
  } catch (error) {
    if (!isUniqueViolation(error, 'customers_external_id')) throw error
    throw new Problem('external_id_taken', `Another customer has the external_id ${body.external_id}.`)
  }
}
