import { sql } from 'kysely'
import type { ProcessorCall } from '../../processors/call-processor.ts'
import type { Processor, ProcessorOutcome } from '../../processors/processor.ts'
import { inOrganization } from '../../store/in-organization.ts'
import type { AttemptRow } from '../../store/rows.ts'
import type { Billing } from '../billing.ts'

type Charging = Pick<AttemptRow, 'organizationId' | 'connection'>

/**
 * The call, with the processor's id of the customer if the call needs it; or the outcome, if the processor could not create the customer.
 */
type NamedCall =
  | { readonly kind: 'named'; readonly call: ProcessorCall }
  | { readonly kind: 'ended'; readonly outcome: ProcessorOutcome }

/**
 * Adds the processor's customer record to a charge that stores a new payment method. If there is no record yet, this creates one under a
 * key of this customer and connection, and commits it before the charge. If two requests each create a record, both use the record that was
 * committed first. The other record stays at the processor unused. The server never looks up a customer by e-mail.
 */
export const ensureProcessorCustomer = async (
  { database }: Pick<Billing, 'database'>,
  processor: Processor,
  { organizationId, connection }: Charging,
  call: ProcessorCall,
): Promise<NamedCall> => {
  const { customers } = processor
  if (customers === undefined || call.kind !== 'authorize') return { kind: 'named', call }
  const { customer, store, method } = call.request
  if (customer === null || !store || method.kind === 'stored') return { kind: 'named', call }
  const named = (reference: string): NamedCall => ({
    kind: 'named',
    call: { kind: 'authorize', request: { ...call.request, customer: { ...customer, reference } } },
  })
  const rows = inOrganization(database, organizationId)
  for (let tries = 0; tries < triesMax; tries += 1) {
    const known = await rows
      .selectFrom('customersAtProcessors')
      .select(['reference', 'number'])
      .where('connection', '=', connection)
      .where('customerId', '=', customer.id)
      .executeTakeFirst()
    if (known?.reference != null) return named(known.reference)
    const number = known?.number ?? 1
    const made = await customers.make(customer, number)
    if (made.kind === 'ended') return made
    // If another request committed a record first, use that record.
    const committed = await rows
      .insertInto('customersAtProcessors')
      .values({ connection, customerId: customer.id, reference: made.reference, number })
      .onConflict((conflict) =>
        conflict
          .columns(['organizationId', 'connection', 'customerId'])
          .doUpdateSet({ reference: sql<string>`coalesce(customers_at_processors.reference, excluded.reference)` })
          .where('customersAtProcessors.number', '=', number),
      )
      .returning('reference')
      .executeTakeFirst()
    if (committed?.reference != null) return named(committed.reference)
  }
  return {
    kind: 'ended',
    outcome: { kind: 'unknown', message: 'The record of the customer was deleted repeatedly.' },
  }
}

/** Maximum number of tries to create a record. A try is lost if `forgetProcessorCustomer` runs for the same customer before the commit. */
const triesMax = 3

/**
 * Forgets a customer record that the processor has deleted, so that the next charge that stores a new method creates another record. A
 * newer record, stored meanwhile by another request, stays.
 */
export const forgetProcessorCustomer = async (
  { database }: Pick<Billing, 'database'>,
  { organizationId, connection }: Charging,
  call: ProcessorCall,
  reference: string,
): Promise<void> => {
  if (call.kind !== 'authorize' || call.request.customer === null) return
  await inOrganization(database, organizationId)
    .updateTable('customersAtProcessors')
    .set({ reference: null, number: sql<number>`number + 1` })
    .where('connection', '=', connection)
    .where('customerId', '=', call.request.customer.id)
    .where('reference', '=', reference)
    .execute()
}
