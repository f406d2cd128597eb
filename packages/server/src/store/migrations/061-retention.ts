import { type Kysely, sql } from 'kysely'

/** How far each organization's old rows were looked through: what is older than that is not looked at again. */
export const retentionProgress = {
  version: 61,
  name: 'retention',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create table retention_progress (
      organization_id text not null,
      kind text not null check (kind in ('sessions', 'calls', 'customers')),
      until timestamptz not null,
      primary key (organization_id, kind)
    )`.execute(db)
  },
}
