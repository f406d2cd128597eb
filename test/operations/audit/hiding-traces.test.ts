import { startOfMonthAfter } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { dropAuditLinks } from '#server/store/audit/drop-audit-links.ts'
import { sealAudit } from '#server/store/audit/seal-audit.ts'
import { verifyAudit } from '#server/store/audit/verify-audit.ts'
import type { Database } from '#server/store/database.ts'
import { readWallClock } from '#server/store/events/months/maintain-event-months.ts'
import { anAuditedDatabase } from '../../support/databases/audited-database.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'

/** Changes rows as an attacker with access to the database alone could. */
const tamper = (db: Database, ...statements: readonly ReturnType<typeof sql>[]) =>
  db.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction)
    for (const statement of statements) await statement.execute(transaction)
  })

describeUsualDatabase('dropping old parts of the audit log', (open) => {
  test('is refused for a link whose date was changed or whose entries differ from their seal', async () => {
    const { db, key, recordEntry, writeEvent } = await anAuditedDatabase(open)
    const count = async (table: string) => (await sql`select from ${sql.table(table)}`.execute(db)).rows.length
    for (const object of ['first', 'second', 'third', 'last']) {
      await recordEntry(object)
      if (object === 'second') await writeEvent('in it')
      await sealAudit(db, key)
    }
    const now = await readWallClock(db)
    const [before, later] = [startOfMonthAfter(now, -1), startOfMonthAfter(now, 1)]
    const { rows } = await sql<{ id: string }>`select id from audit_entries where object_id = 'first'`.execute(db)
    const changed = `The entry ${rows[0]!.id} of org_1 was changed.`
    const isKept = async (moment: typeof before, link: number, finding: RegExp | string) => {
      await expect(dropAuditLinks(db, key, moment)).rejects.toThrow(
        `Nothing of the audit log from link ${link} on is dropped`,
      )
      await expect(dropAuditLinks(db, key, moment)).rejects.toThrow(finding)
      expect((await verifyAudit(db, key)).findings).toContainEqual(expect.stringMatching(finding))
    }

    await tamper(db, sql`update audit_entries set who = 'nobody' where object_id = 'first'`)
    await isKept(later, 1, changed)
    await tamper(db, sql`update audit_seals set sealed_at = sealed_at - interval '1 year' where number = 1`)
    await isKept(before, 1, 'The link 1 of the chain was changed.')
    expect([await count('audit_entries'), await count('audit_seals'), await count('audit_checkpoints')]).toEqual([
      4, 4, 0,
    ])

    // Once the first link is whole again, it is dropped. The link of a changed event is kept, even a month later, and even if the date of a
    // later seal is changed.
    await tamper(
      db,
      sql`update audit_entries set who = 'system' where object_id = 'first'`,
      sql`update audit_seals set sealed_at = sealed_at + interval '1 year' where number = 1`,
    )
    const { rows: seconds } = await sql<{
      at: string
    }>`select sealed_at as at from audit_seals where number = 2`.execute(db)
    expect(await dropAuditLinks(db, key, seconds[0]!.at)).toBe(1)
    await tamper(db, sql`update events set object = '{"id": "another"}'`)
    await isKept(later, 2, /The event \d+ of org_1 was changed\./)
    await tamper(db, sql`update audit_seals set sealed_at = sealed_at - interval '1 year' where number = 3`)
    await isKept(before, 2, /The event \d+ of org_1 was changed\./)
    await tamper(db, sql`delete from audit_seals where number = 2`)
    await isKept(before, 2, 'The link 2 of the chain is gone.')
    await tamper(db, sql`update audit_checkpoints set statement = replace(statement, '"number":1', '"number":2')`)
    await isKept(before, 1, /The checkpoint \d+ of what was dropped has a wrong signature\./)
    expect([await count('audit_entries'), await count('audit_seals'), await count('audit_checkpoints')]).toEqual([
      3, 2, 1,
    ])
  })
})
