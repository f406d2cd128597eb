import { sql } from 'kysely'
import type { ProcessorCall } from '../../processors/call-processor.ts'
import type { Processor, ProcessorOutcome } from '../../processors/processor.ts'
import { inOrganization } from '../../store/in-organization.ts'
import type { AttemptRow } from '../../store/rows.ts'
import type { Billing } from '../billing.ts'

type Charging = Pick<AttemptRow, 'organizationId' | 'connection'>

/** A call that names the processor's record of its customer, or how it ended because none could be made. */
type NamedCall =
  | { readonly kind: 'named'; readonly call: ProcessorCall }
  | { readonly kind: 'ended'; readonly outcome: ProcessorOutcome }

/**
 * Returns the processor's record of a customer whose new method the processor stores. If there is no record yet, this makes one under a key
 * of this customer and connection, and commits it before the charge. If two requests make one at once, both charge the record that was
 * committed. An uncommitted record stays there and is never charged. The server never looks up a customer by e-mail.
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
    // Of two who made it at once, the first who committed it has won.
    const committed = await rows
      .insertInto('customersAtProcessors')
      .values({ connection, customerId: customer.id, reference: made.reference, number })
      .onConflict((known) =>
        known
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
    outcome: { kind: 'unknown', message: 'The record of the customer is deleted again and again.' },
  }
}

/** A record that was deleted while it was made is made once more, with the next number. */
const triesMax = 3

/** Notes that a record is gone, so that another is made with the next new method. One that was made since stays. */
export const forgetCustomer = async (
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
