import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eraseCustomer } from '#server/billing/erasure/erase-customer.ts'
import { finishErasures } from '../../support/stories/deferred-work.ts'
import { hmacOfParts } from '#server/store/audit/digests.ts'
import { sealAudit } from '#server/store/audit/seal-audit.ts'
import { verifyAudit } from '#server/store/audit/verify-audit.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { anEmail } from '../../support/stories/shopper.ts'
import { useService } from '../../support/services/use-service.ts'

describeUsualDatabase('rows of the audit log that are erased, or are made to look erased', (open) => {
  const service = useService(open)
  const seal = async () => {
    while ((await sealAudit(service.database.db, service.billing.auditKey)) !== undefined);
  }
  const findings = async () => (await verifyAudit(service.database.db, service.billing.auditKey)).findings
  /** Changes rows as an attacker with access to the database alone could. */
  const tamper = (...statements: readonly ReturnType<typeof sql>[]) =>
    service.database.db.transaction().execute(async (transaction) => {
      await sql`set local session_replication_role = replica`.execute(transaction)
      for (const statement of statements) await statement.execute(transaction)
    })
  /** A customer with an event that has a `before`, and with an audit entry; both rows are sealed. */
  const aCustomer = async () => {
    const { body } = await service.send('POST', '/customers', {
      body: { email: anEmail(), metadata: { pet: 'Zwetschge' } },
    })
    await service.send('PATCH', `/customers/${body.id}`, { body: { metadata: { pet: 'Quacksilver' } } })
    await service.send('POST', '/client-session', { body: { customer: { id: body.id } } })
    await seal()
    return body.id as string
  }
  const rowsOf = async (customerId: string) => {
    const { db } = service.database
    const { rows: events } = await sql<Row>`select sequence as name, id, salt::text as salt,
      array[object::text, before::text, address] as parts from events where object->>'id' = ${customerId}
      order by sequence`.execute(db)
    const { rows: entries } = await sql<Row>`select id as name, id, salt::text as salt,
      array[before::text, after::text, address, why] as parts from audit_entries
      where after::text like ${`%${customerId}%`}`.execute(db)
    return { event: events[1]!, entry: entries[0]! }
  }
  const changed = (kind: 'event' | 'entry', name: string | number) =>
    `The ${kind} ${name} of ${service.organizationId} was changed.`
  const erase = async (id: string) => {
    await eraseCustomer(service.billing, service.organizationId, { id, cancelsSubscriptions: true })
    await finishErasures(service.billing)
    await seal()
  }
  const ofEvent = ({ id }: Row, set: ReturnType<typeof sql>) => tamper(sql`update events set ${set} where id = ${id}`)
  const ofEntry = ({ id }: Row, set: ReturnType<typeof sql>) =>
    tamper(sql`update audit_entries set ${set} where id = ${id}`)

  test('verification reports every changed value of a row that an erasure has left', async () => {
    const [id, other] = [await aCustomer(), await aCustomer()]
    const [{ event, entry }, another] = [await rowsOf(id), await rowsOf(other)]
    await erase(id)
    await erase(other)
    expect(await findings()).toEqual([])
    const { rows } = await sql<{ object: string; before: string }>`
      select object::text as object, before::text as before from events where id = ${event.id}`.execute(
      service.database.db,
    )
    const left = rows[0]!
    expect(left.before).not.toContain('Zwetschge')

    for (const [set, undo] of [
      [sql`object = '{"id": "cus_another"}'`, sql`object = ${left.object}::jsonb`],
      [sql`before = '{"full_name": "Grace"}'`, sql`before = ${left.before}::jsonb`],
      [sql`address = '192.0.2.1'`, sql`address = null`],
      [sql`salt = ${event.salt}::uuid`, sql`salt = null`],
    ] as const) {
      await ofEvent(event, set)
      expect(await findings()).toEqual([changed('event', event.name)])
      await ofEvent(event, undo)
      expect(await findings()).toEqual([])
    }
    // When the erasure is finished again, it searches for copies again, and must not sign what an attacker has written.
    for (const set of [sql`object = '{"id": "cus_another"}'`, sql`before = null, salt = ${event.salt}::uuid`]) {
      await ofEvent(event, set)
      await sql`update events set object = jsonb_set(object, '{customer}', ${JSON.stringify({ id })}::jsonb)
        where id = ${event.id}`.execute(service.database.db)
      await sql`update erasures set finished_at = null, words = '{"email": null, "externalId": null, "texts": []}'`.execute(
        service.database.db,
      )
      await finishErasures(service.billing)
      expect(await findings()).toEqual([changed('event', event.name)])
      await ofEvent(event, sql`object = ${left.object}::jsonb, before = ${left.before}::jsonb, salt = null`)
      expect(await findings()).toEqual([])
    }
    for (const [column, value] of [
      ['before', '{"amount": 1}'],
      ['after', 'null'],
      ['address', '192.0.2.1'],
      ['why', 'because'],
      ['salt', '00000000-0000-4000-8000-000000000000'],
    ]) {
      await ofEntry(entry, sql.raw(`${column} = '${value}'`) as never)
      expect([column, ...(await findings())]).toEqual([column, changed('entry', entry.name)])
      await ofEntry(entry, sql.raw(`${column} = null`) as never)
    }
    // A signature is valid for one row only.
    await tamper(sql`update events set (object, before, sealed_parts, erased_signature) =
      (select object, before, sealed_parts, erased_signature from events as from_other where from_other.id = ${another.event.id})
      where id = ${event.id}`)
    expect(await findings()).toEqual([changed('event', event.name)])
  })

  test('verification reports a row that was given the form of an erased one', async () => {
    const { event, entry } = await rowsOf(await aCustomer())
    const before = await findings()
    const hmacOf = ({ parts, salt }: Row) => hmacOfParts({ parts, salt, sealedParts: null })
    const inForm = sql`update events set address = null, salt = null, sealed_parts = ${hmacOf(event)} where id = ${event.id}`
    await expect(inForm.execute(service.database.db)).rejects.toThrow('has to be signed')

    await tamper(
      inForm,
      sql`update audit_entries set before = null, after = null, address = null, why = null, salt = null,
        sealed_parts = ${hmacOf(entry)}, erased_signature = ${hmacOf(entry)} where id = ${entry.id}`,
    )

    expect((await findings()).filter((each) => !before.includes(each)).toSorted()).toEqual([
      changed('entry', entry.name),
      changed('event', event.name),
    ])
  })
})

interface Row {
  /** The sequence of an event, or the id of an entry. */
  readonly name: string | number
  readonly id: string
  readonly parts: readonly (string | null)[]
  readonly salt: string
}
