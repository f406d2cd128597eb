import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { oneRow } from '../engine/one-row.ts'
import { emptyEntriesAbout } from '../erasure/scrub-audit.ts'
import { scrub } from '../erasure/scrub.ts'
import type { Database } from '../database.ts'
import type { StoredRequest } from '../schema/attempts.ts'

/** What is looked through from its oldest row on. */
export type KindOfRetention = 'sessions' | 'calls' | 'customers'

/** Of whom, and from which moment on it is kept, by the billing clock. */
export interface KeptSince {
  readonly organizationId: string
  readonly since: Timestamp
  /** Whether it is time to stop; the next time it goes on. */
  readonly isLate: () => boolean
}

/** What is counted is counted no further. */
export const countMax = 1000

/** Rows that are looked at in one transaction. */
const rowsAtOnce = 500

/** Whether an attempt's request says who paid or from where: whatever `scrub` and {@link withoutBrowser} take out of it. */
const saysWho = sql`(coalesce(request->'call'->'request'->'billingAddress'->>'line1', request->'call'->'request'->'billingAddress'->>'postalCode',
    request->'notes'->'wallet'->'billingAddress'->>'line1', request->'notes'->'wallet'->'billingAddress'->>'line2',
    request->'notes'->'wallet'->'billingAddress'->>'city', request->'notes'->'wallet'->'billingAddress'->>'postal_code') is not null
  or request->'call'->'request'->'customer'->>'email' is not null
  or request->'call'->'request'->'customer'->>'name' is not null
  or request->'call'->'request'->'browser' is not null or request->'notes'->>'address' is not null)`

/** What may go once it is old: sessions that are over and were never paid, payments that say who paid and with nothing under way. */
const mayGo = {
  sessions: sql`completed_at is null and expires_at < billing_now()
    and not exists (select from payments where organization_id = client_sessions.organization_id and session_id = client_sessions.id)
    and not exists (select from claims where organization_id = client_sessions.organization_id and session_id = client_sessions.id)`,
  calls: sql`payment_status not in ('PENDING', 'AUTHORIZED', 'SETTLING')
    and (address_hash is not null
      or exists (select from attempts where organization_id = payments.organization_id and payment_id = payments.id and ${saysWho}))
    and not exists (select from attempts where organization_id = payments.organization_id and payment_id = payments.id and state = 'open')
    and not exists (select from obligations where organization_id = payments.organization_id and payment_id = payments.id and state = 'open')
    and not exists (select from disputes where organization_id = payments.organization_id and payment_id = payments.id
      and status in ('inquiry', 'needs_response', 'under_review'))`,
} as const

/**
 * Deletes client sessions that began before a moment, are over, and were never paid, so that nothing refers to them. What the audit log
 * has of their shoppers goes in the same transaction; that they were opened and changed, when and by whom, stays there.
 */
export const deleteSessions = (db: Database, kept: KeptSince, auditKey: Uint8Array): Promise<void> =>
  goThrough(db, 'sessions', kept, (place, { from, to }) =>
    place.transaction().execute(async (transaction) => {
      const own = sql`organization_id = ${kept.organizationId}`
      const { rows } = await sql<{ id: string }>`
        select id from client_sessions
        where ${own} and created_at >= ${from} and created_at < ${to} and ${mayGo.sessions}
        order by created_at limit ${rowsAtOnce} for update skip locked`.execute(transaction)
      const ids = rows.map(({ id }) => id)
      await emptyEntriesAbout(transaction, auditKey, kept.organizationId, ids)
      await sql`delete from client_sessions where ${own} and id = any(${ids})`.execute(transaction)
      return rows.length
    }),
  )

/** Deletes deliveries of webhooks that were recorded before a moment of the wall clock and are not pending. Answers whether there may be more. */
export const deleteDeliveries = async (
  db: Database,
  { organizationId, since }: Omit<KeptSince, 'isLate'>,
): Promise<boolean> => {
  const { numAffectedRows = 0n } = await sql`
    delete from webhook_deliveries where organization_id = ${organizationId} and id = any(array(
      select id from webhook_deliveries
      where organization_id = ${organizationId} and recorded_at < ${since} and status <> 'pending'
      order by recorded_at limit ${rowsAtOnce}
    ))`.execute(db)
  return Number(numAffectedRows) === rowsAtOnce
}

/** Counts deliveries that {@link deleteDeliveries} would delete; never more than {@link countMax}. */
export const countOldDeliveries = async (
  db: Database,
  { organizationId, since }: Omit<KeptSince, 'isLate'>,
): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
    select from webhook_deliveries
    where organization_id = ${organizationId} and recorded_at < ${since} and status <> 'pending' limit ${countMax}
  ) as old`.execute(db)
  return oneRow(rows).count
}

/**
 * Takes out of calls to processors who paid and from where, once their payment is older than a moment. What is still under way waits:
 * money that has not arrived, calls, obligations and disputes that are open.
 */
export const emptyCalls = (db: Database, kept: KeptSince): Promise<void> =>
  goThrough(db, 'calls', kept, (place, { from, to }) =>
    place.transaction().execute(async (transaction) => {
      const own = sql`organization_id = ${kept.organizationId}`
      const { rows } = await sql<{ id: string }>`
      select id from payments where ${own} and created_at >= ${from} and created_at < ${to} and ${mayGo.calls}
      order by created_at limit ${rowsAtOnce} for update skip locked`.execute(transaction)
      const ids = rows.map(({ id }) => id)
      await sql`update payments set address_hash = null where ${own} and id = any(${ids})`.execute(transaction)
      const { rows: attempts } = await sql<{ id: string; request: object }>`
      select id, request from attempts where ${own} and payment_id = any(${ids})`.execute(transaction)
      for (const { id, request } of attempts)
        await sql`update attempts set request = ${JSON.stringify(withoutBrowser(scrub(request, [])))}::jsonb
        where ${own} and id = ${id}`.execute(transaction)
      return rows.length
    }),
  )

const withoutBrowser = (stored: unknown): object => {
  const { call, ...others } = stored as Pick<StoredRequest, 'call'>
  if (call === null) return { ...others, call }
  const { browser: _, ...request } = call.request as { readonly browser?: object }
  return { ...others, call: { ...call, request } }
}

/**
 * What is true of a customer who may be erased unasked: unchanged since a moment, nothing bought, and no checkout of theirs that is still
 * open. Sessions are read once, not once for every customer, because no index tells whose they are.
 */
const abandonedSince = (organizationId: string, since: Timestamp) => {
  const own = sql`organization_id = ${organizationId}`
  const unexpired = sql`${own} and expires_at > billing_now()`
  return sql`${own} and updated_at < ${since} and erased_at is null
    and not exists (select from payments where ${own} and customer_id = customers.id)
    and not exists (select from subscriptions where ${own} and customer_id = customers.id)
    and id not in (select coalesce(customer_id, members->'customer'->>'id') from client_sessions
      where ${unexpired} and coalesce(customer_id, members->'customer'->>'id') is not null)
    and (external_id is null or external_id not in (select members->'customer'->>'external_id' from client_sessions
      where ${unexpired} and members->'customer'->>'external_id' is not null))`
}

/** Whether a customer, whom the caller has locked, may be erased unasked. */
export const isAbandoned = async (
  db: Database,
  { organizationId, id, since }: { readonly organizationId: string; readonly id: string; readonly since: Timestamp },
): Promise<boolean> => {
  const { rows } =
    await sql`select from customers where id = ${id} and ${abandonedSince(organizationId, since)}`.execute(db)
  return rows.length > 0
}

/**
 * Erases by `erase` customers who have bought nothing and were changed last before a moment. Whoever buys in the meantime is kept only
 * if `erase` asks {@link isAbandoned} once more.
 */
export const eraseAbandoned = (
  db: Database,
  kept: KeptSince,
  erase: (customerId: string) => Promise<void>,
): Promise<void> =>
  goThrough(db, 'customers', kept, async (place, { from, to }) => {
    const { rows } = await sql<{ id: string }>`
      select id from customers
      where updated_at >= ${from} and ${abandonedSince(kept.organizationId, to)}
      order by updated_at limit ${rowsAtOnce}`.execute(place)
    for (const { id } of rows) {
      // There is more, so that the month is not taken for done.
      if (kept.isLate()) return rowsAtOnce
      await erase(id)
    }
    return rows.length
  })

/** Where the oldest rows are found, and of a stretch that was worked on the oldest one that has to wait, because something is under way. */
const kinds = {
  sessions: {
    oldest: sql`select min(created_at) from client_sessions`,
    waiting: sql`select min(created_at) from client_sessions as row where completed_at is null
      and not exists (select from payments where organization_id = row.organization_id and session_id = row.id)
      and not exists (select from claims where organization_id = row.organization_id and session_id = row.id)
      and row.created_at`,
    column: sql`row.created_at`,
  },
  calls: {
    oldest: sql`select min(created_at) from payments`,
    waiting: sql`select min(created_at) from payments as row where (address_hash is not null or exists (
      select from attempts where organization_id = row.organization_id and payment_id = row.id and ${saysWho}))
      and row.created_at`,
    column: sql`row.created_at`,
  },
  customers: {
    oldest: sql`select min(updated_at) from customers`,
    waiting: sql`select min(updated_at) from customers as row where erased_at is null
      and not exists (select from payments where organization_id = row.organization_id and customer_id = row.id)
      and not exists (select from subscriptions where organization_id = row.organization_id and customer_id = row.id)
      and row.updated_at`,
    column: sql`row.updated_at`,
  },
} as const

/**
 * Counts what is older than a moment and may go, but for what nobody will look at again; never more than {@link countMax}. It is what
 * retention has left.
 */
export const countOld = async (
  db: Database,
  kind: KindOfRetention,
  { organizationId, since }: Omit<KeptSince, 'isLate'>,
): Promise<number> => {
  const owned = sql`organization_id = ${organizationId}`
  const from = sql`coalesce((select until from retention_progress where ${owned} and kind = ${kind}), '-infinity')`
  const old = {
    sessions: sql`client_sessions where ${owned} and created_at >= ${from} and created_at < ${since} and ${mayGo.sessions}`,
    calls: sql`payments where ${owned} and created_at >= ${from} and created_at < ${since} and ${mayGo.calls}`,
    customers: sql`customers where updated_at >= ${from} and ${abandonedSince(organizationId, since)}`,
  }[kind]
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from (select from ${old} limit ${countMax}) as old`.execute(db)
  return oneRow(rows).count
}

interface Window {
  readonly from: Timestamp
  /** A month later, or the moment from which on all is kept. */
  readonly to: Timestamp
  readonly isLast: boolean
}

/**
 * Works on old rows, a month of them after the other, from the first one on in which something had to wait the last time, or that is
 * new.
 */
const goThrough = async (
  db: Database,
  kind: KindOfRetention,
  { organizationId, since, isLate }: KeptSince,
  work: (db: Database, window: Window) => Promise<number>,
): Promise<void> => {
  const { waiting, column } = kinds[kind]
  let mayForget = true
  let begin: Timestamp | null = null
  while (!isLate()) {
    const window = await windowFrom(db, kind, { organizationId, since }, begin)
    if (window === undefined) return
    while ((await work(db, window)) === rowsAtOnce) if (isLate()) return
    if (mayForget && !window.isLast) {
      const { rows: left } = await sql<{ at: Timestamp | null }>`
        select (${waiting} >= ${window.from} and ${column} < ${window.to} and row.organization_id = ${organizationId}) as at`.execute(
        db,
      )
      const waitingSince = left[0]?.at ?? null
      mayForget = waitingSince === null
      await sql`insert into retention_progress (organization_id, kind, until)
        values (${organizationId}, ${kind}, ${waitingSince ?? window.to})
        on conflict (organization_id, kind) do update set until = greatest(retention_progress.until, excluded.until)`.execute(
        db,
      )
    }
    if (window.isLast) return
    begin = window.to
  }
}

const windowFrom = async (
  db: Database,
  kind: KindOfRetention,
  { organizationId, since }: Omit<KeptSince, 'isLate'>,
  begin: Timestamp | null,
): Promise<Window | undefined> => {
  const owned = sql`organization_id = ${organizationId}`
  const { rows } = await sql<Window>`
    with begun as (
      select coalesce(${begin}::timestamptz, (select until from retention_progress where ${owned} and kind = ${kind}),
        (${kinds[kind].oldest} where ${owned})) as at
    )
    select at as "from", least(at + interval '31 days', ${since}::timestamptz) as "to",
      at + interval '31 days' >= ${since}::timestamptz as is_last
    from begun where at < ${since}::timestamptz`.execute(db)
  return rows[0]
}
