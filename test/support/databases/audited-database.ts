import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { masterSecretOf } from '#server/credentials/master-secret.ts'
import { recordAuditInTransaction } from '#server/store/audit/record-audit.ts'
import type { Database } from '#server/store/database.ts'
import { recordEvent } from '#server/store/events/record-event.ts'
import { write } from '#server/store/writes/write.ts'
import { openTestDatabase, type TestDatabase } from './databases.ts'

/** A database with one organization, `org_1`, and an empty audit log. */
export interface AuditedDatabase {
  readonly db: Database
  /** The key with which the audit log is sealed. */
  readonly key: Uint8Array
  /** Writes an entry about an object. */
  recordEntry(object: string): Promise<void>
  /** Writes an event about a customer. */
  writeEvent(customerId: string): Promise<void>
}

const openPostgresql = async (): Promise<TestDatabase> => {
  const database = await openTestDatabase('postgresql')
  onTestFinished(database.close)
  return database
}

/** An audited database for one test. Unless `open` is given, it is on PostgreSQL, because only PostgreSQL allows several connections. */
export const anAuditedDatabase = async (
  open: () => Promise<TestDatabase> = openPostgresql,
): Promise<AuditedDatabase> => {
  const { db } = await open()
  await sql`insert into organizations values ('org_1', 'Lantern Books', '{}', now(), now())`.execute(db)
  return {
    db,
    key,
    recordEntry: (object) =>
      db.transaction().execute((transaction) => recordAuditInTransaction(transaction, 'org_1', { object })),
    writeEvent: (id) => write(db, 'org_1', async (work) => recordEvent(work, 'customer.created', { id })),
  }
}

const key = masterSecretOf('a secret of the tests that nobody else has').deriveKey('audit')
