import { sql } from 'kysely'
import type { Database } from '../../store/database.ts'

/** A finished erasure takes minutes; after so many hours somebody should look why it takes longer. */
const hoursMax = 24

/** Answers whether everybody is erased who was to be. Throws where one has taken long, here or at a processor, and says who. */
export const examineErasures = async (db: Database): Promise<string> => {
  const { rows } = await sql<{ who: string; isLate: boolean }>`
    select 'copies of ' || customer_id as who, erased_at < clock_timestamp() - make_interval(hours => ${hoursMax}) as is_late
      from erasures where finished_at is null
    union all
    select connection || ' knows ' || coalesce(customer_id, id) || coalesce(': ' || last_failure, ''),
        created_at < billing_now() - make_interval(hours => ${hoursMax})
      from processor_erasures where done_at is null
    limit 100`.execute(db)
  const late = rows.filter(({ isLate }) => isLate).map(({ who }) => who)
  if (late.length > 0) throw new Error(`Not erased after ${hoursMax} hours: ${late.slice(0, 5).join('; ')}.`)
  return rows.length === 0 ? 'all are finished' : `${rows.length} are being finished`
}
