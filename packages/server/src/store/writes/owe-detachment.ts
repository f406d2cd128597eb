import { sql } from 'kysely'
import type { Database } from '../database.ts'
import type { PaymentMethodRow } from '../rows.ts'

type Detached = Pick<PaymentMethodRow, 'organizationId' | 'id' | 'connection' | 'processorToken'>

/** Records, in the transaction that detaches a stored method, that the processor must delete the method. */
export const oweDetachment = async (
  db: Pick<Database, 'getExecutor'>,
  { organizationId, id, connection, processorToken }: Detached,
): Promise<void> => {
  await sql`insert into processor_erasures (organization_id, id, connection, processor_token, created_at)
    values (${organizationId}, ${id}, ${connection}, ${processorToken}, billing_now())
    on conflict (organization_id, id) do nothing`.execute(db as Database)
}
