import { sql } from 'kysely'
import type { Database } from '../../store/database.ts'

/** An erasure finishes in minutes. After this many hours, an operator should find out why it takes longer. */
const hoursMax = 24

/** Reports that every requested erasure is done or recent. Throws if one takes too long, here or at a processor, and names the customer. */
export const examineErasures = async (db: Database): Promise<string> => {
  const { rows } = await sql<{ who: string; isLate: boolean }>`
    select 'copies of ' || customer_id as who, erased_at < clock_timestamp() - make_interval(hours => ${hoursMax}) as is_late
      from erasures where finished_at is null
    union all
    select connection || ' knows ' || coalesce(customer_id, owed.id) || coalesce(': ' || reason, ''),
        created_at < billing_now() - make_interval(hours => ${hoursMax})
      from processor_erasures as owed left join deferred_work as failed
        on failed.organization_id = owed.organization_id and failed.kind = 'processor_erasure' and failed.id = owed.id
      where done_at is null
    limit 100`.execute(db)
  const late = rows.filter(({ isLate }) => isLate).map(({ who }) => who)
  if (late.length > 0) throw new Error(`Not erased after ${hoursMax} hours: ${late.slice(0, 5).join('; ')}.`)
  return rows.length === 0 ? 'all are finished' : `${rows.length} are being finished`
}
