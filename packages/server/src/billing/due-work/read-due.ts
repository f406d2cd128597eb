import { type Timestamp, timestampMax } from '@billing-checkout/domain'
import { type RawBuilder, sql } from 'kysely'
import { type DeferredWorkTable, givenUpUntil } from '../../store/schema/deferred-work.ts'
import type { Billing } from '../billing.ts'
import { isWaitOver, nextEndOfWait } from './end-waits.ts'
import { obligationWork } from './retry-obligations.ts'
import { settlementWork } from './settle-payments.ts'
import { firstDue } from './worklist.ts'
import type { KindOfDueWork } from './run-due-work.ts'
import { noticeWork } from './send-notices.ts'
import { isNotDeferred } from './defer-work.ts'
import { oneRow } from '../../store/engine/one-row.ts'

/** What may be due now, by the billing clock. */
export interface DueNow {
  /** Kinds of work that may find something to do; all others certainly find nothing. */
  readonly kinds: ReadonlySet<KindOfDueWork>
  /** Whether there are attempts to ask about, and attempts whose shopper's time is up. */
  readonly attempts: boolean
  readonly waits: boolean
  /** The first moment at which something is due; after the end of time when nothing is. */
  readonly next: Timestamp
}

/** Reads what is due in one statement; a round that finds nothing takes a dozen. */
export const readDue = async ({ database }: Billing): Promise<DueNow> => {
  const { rows } = await sql<ReadDue>`
    with first as (select ${first.renewals} as renewals, ${first.notices} as notices, ${first.settlements} as settlements,
      ${first.refunds} as refunds, ${first.disputes} as disputes, ${first.obligations} as obligations, (select billing_now()) as now)
    select renewals <= now as renewals, notices <= now as notices, settlements <= now as settlements,
      refunds <= now as refunds, disputes <= now as disputes, obligations <= now as obligations,
      array(select distinct kind from work_set_aside where held_until <= now) as ready,
      exists (select from attempts where state = 'open' and (lease_until <= lease_now() or rests or action is null)) as attempts,
      ${isWaitOver} as waits,
      least(renewals, notices, settlements, refunds, disputes, obligations, ${nextEndOfWait},
        (select min(held_until) from work_set_aside where held_until < ${sql.lit(givenUpUntil)})) as next
    from first`.execute(database)
  const { ready, attempts, waits, next, ...due } = oneRow(rows)
  const kinds = (Object.keys(first) as KindOfDueWork[]).filter((kind) => due[kind] || isReady(ready, deferredAs[kind]))
  return { kinds: new Set(kinds), attempts: attempts || ready.includes('attempt'), waits, next: next ?? timestampMax }
}

type DeferredKind = DeferredWorkTable['kind']

const isReady = (ready: readonly DeferredKind[], kind: DeferredKind | null): boolean =>
  kind !== null && ready.includes(kind)

interface ReadDue extends Readonly<Record<KindOfDueWork, boolean | null>> {
  readonly ready: readonly DeferredKind[]
  readonly attempts: boolean
  readonly waits: boolean
  readonly next: Timestamp | null
}

const deferredAs = {
  // A refund that could not be asked about notes that in its own row.
  refunds: null,
  disputes: null,
  settlements: 'settlement',
  obligations: 'obligation',
  notices: 'notice',
  renewals: 'renewal',
} as const satisfies Record<KindOfDueWork, DeferredKind | null>

/** SQL for the first moment at which work of each kind falls due; deferred work is left out. */
const first = {
  renewals: sql`(select due_at from subscriptions where due_at is not null and ${isNotDeferred('renewal')}
    order by due_at limit 1)`,
  notices: firstDue(noticeWork),
  settlements: firstDue(settlementWork),
  refunds: sql`(select asks_at from accepted_refunds where asks_at is not null order by asks_at limit 1)`,
  disputes: sql`least((select asks_at from disputes where asks_at is not null order by asks_at limit 1),
    (select asks_at from payment_methods where asks_at is not null order by asks_at limit 1))`,
  obligations: firstDue(obligationWork),
} as const satisfies Record<KindOfDueWork, RawBuilder<unknown>>
