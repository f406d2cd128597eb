import type { AuditRecord } from '@billing-checkout/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { masterSecretOf } from '#server/credentials/master-secret.ts'
import { examineAudit } from '#server/store/audit/examine-audit.ts'
import { readAuditAge } from '#server/store/audit/read-audit-age.ts'
import { sealAudit } from '#server/store/audit/seal-audit.ts'
import { verifyAudit } from '#server/store/audit/verify-audit.ts'
import type { Database } from '#server/store/database.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { aMonthlyPlan, aShopper, createPlan } from '../../support/stories/shopper.ts'
import { useService } from '../../support/services/use-service.ts'

const auditKey = masterSecretOf('a secret of the tests').deriveKey('audit')

const sealAll = async (db: Database) => {
  while ((await sealAudit(db, auditKey, { limit: 7 })) !== undefined);
}

describeEachDatabase('the audit log and findAuditRecords', (open) => {
  const service = useService(open)
  const auditor = () => service.addKey(service.organizationId, { audit: 'read' })
  const find = async (query: string) => {
    const { body } = await service.send('GET', `/audit?${query}`, { key: await auditor() })
    return body.data as AuditRecord[]
  }
  /** Changes rows as an attacker with access to the database alone could. */
  const tamper = (...statements: readonly ReturnType<typeof sql>[]) =>
    service.database.db.transaction().execute(async (transaction) => {
      await sql`set local session_replication_role = replica`.execute(transaction)
      for (const statement of statements) await statement.execute(transaction)
    })

  test('names the actor, the operation, and the object before and after it', async () => {
    const plan = await createPlan(service, aMonthlyPlan({ name: 'Paper' }))
    await service.send('PATCH', `/plans/${plan.id}`, { body: { name: 'Linen' } })
    const shopper = await aShopper(service, { customer: { email: 'reader@example.com' }, plan: { id: plan.id } })
    const { body: payment } = await shopper.pay()
    await service.send('POST', `/payments/refund/${payment.id}`, { body: { amount: 100 } })
    await service.send('PATCH', `/customers/${payment.customer.id}`, { body: { metadata: { shelf: 'upper' } } })

    const [renamed, created] = await find(`object=${plan.id}`)
    expect(renamed).toMatchObject({ what: 'updatePlan', before: { name: 'Paper' }, after: { name: 'Linen' } })
    expect(renamed!.who).toMatch(/^key_/)
    expect(renamed!.request_id).not.toBeNull()
    expect(created).toMatchObject({ what: 'createPlan', before: null, after: { name: 'Paper' } })

    const ofPayment = await find(`object=${payment.id}&order=asc`)
    expect(ofPayment[0]).toMatchObject({ who: 'shopper', what: 'createPayment', event_type: 'payment.created' })
    expect(ofPayment.at(-1)).toMatchObject({ who: renamed!.who, what: 'refundPayment' })

    const changed = await find(`object=${payment.customer.id}&what=updateCustomer`)
    expect(changed).toMatchObject([{ before: { metadata: {} }, after: { metadata: { shelf: 'upper' } } }])
    expect((await find('who=shopper')).every(({ who }) => who === 'shopper')).toBe(true)
  })

  test('can be read by a key only if its scopes name it', async () => {
    const { status, body } = await service.send('GET', '/audit')

    expect([status, body.error.code]).toEqual([403, 'insufficient_permission'])
  })

  test('has no row of its own for a payment', async () => {
    const { db } = service.database
    const entries = async () =>
      (await sql<{ count: number }>`select count(*) from audit_entries`.execute(db)).rows[0]!.count
    const plan = await createPlan(service)
    const shopper = await aShopper(service, { customer: { email: 'buyer@example.com' }, plan: { id: plan.id } })
    await shopper.look()
    const before = await entries()

    await shopper.pay()

    expect(await entries()).toBe(before)
  })

  test('verifies as whole once everything is sealed and nothing was changed', async () => {
    const { db } = service.database
    await createPlan(service)
    expect(await readAuditAge(db)).toBeGreaterThan(0)

    await sealAll(db)

    expect(await readAuditAge(db)).toBe(0)
    expect(await examineAudit(db, auditKey)).toMatch(/^the last \d+ links are whole; the head is \d+ \S{43}$/)
    expect((await verifyAudit(db, auditKey)).findings).toEqual([])
  })

  test('reports rows that are changed, removed, exchanged or added later', async () => {
    const { db } = service.database
    const customers = await Promise.all(
      ['1', '2', '3', '4', '5'].map(async (name) => {
        const { body } = await service.send('POST', '/customers', { body: { full_name: name } })
        return body.id as string
      }),
    )
    const plans = await Promise.all(['a', 'b', 'c', 'd'].map((name) => createPlan(service, aMonthlyPlan({ name }))))
    const idOf = async (object: string) => (await find(`object=${object}`))[0]!.id
    const entries = await Promise.all(plans.map(({ id }) => idOf(id)))
    const { rows } = await sql<{ sequence: number; customer: string }>`
      select sequence, object->>'id' as customer from events where type = 'customer.created'`.execute(db)
    const events = customers.map((id) => rows.find(({ customer }) => customer === id)!.sequence)
    await sealAll(db)
    expect((await verifyAudit(db, auditKey)).findings).toEqual([])

    await tamper(
      sql`update audit_entries set who = 'nobody' where id = ${entries[0]}`,
      sql`delete from audit_entries where id = ${entries[1]}`,
      sql`update audit_entries set after = other.after, object_id = other.object_id from audit_entries as other
        where audit_entries.id in (${entries[2]}, ${entries[3]}) and other.id in (${entries[2]}, ${entries[3]})
          and other.id <> audit_entries.id`,
      sql`update events set object = jsonb_set(object, '{full_name}', '"9"') where sequence = ${events[0]}`,
      sql`delete from events where sequence = ${events[1]}`,
      sql`update events set object = other.object from events as other
        where events.sequence in (${events[2]}, ${events[3]}) and other.sequence in (${events[2]}, ${events[3]})
          and other.sequence <> events.sequence`,
      sql`insert into audit_entries (organization_id, id, who, what, created_at, seal)
        values ('org_1', 'aud_forged', 'key_1', 'createPlan', now(), 1)`,
      // The check also finds a changed event if the attacker removed its salt.
      sql`update events set object = jsonb_set(object, '{full_name}', '"9"'), id = 'evt_forged', salt = null, sequence = ${events[1]}
        where sequence = ${events[4]}`,
    )

    const { findings } = await verifyAudit(db, auditKey)
    expect(findings.toSorted()).toEqual(
      [
        `The entry ${entries[0]} of org_1 was changed.`,
        `The entry ${entries[1]} of org_1 is gone.`,
        `The entry ${entries[2]} of org_1 was changed.`,
        `The entry ${entries[3]} of org_1 was changed.`,
        `The event ${events[0]} of org_1 was changed.`,
        `The event ${events[1]} of org_1 was changed.`,
        `The event ${events[4]} of org_1 is gone.`,
        `The event ${events[2]} of org_1 was changed.`,
        `The event ${events[3]} of org_1 was changed.`,
        `The entry aud_forged of org_1 was added afterwards.`,
      ].toSorted(),
    )
    await expect(examineAudit(db, auditKey)).rejects.toThrow(`The entry ${entries[1]} of org_1 is gone.`)
  })

  test('reports a link that is changed, made again or removed', async () => {
    const { db } = service.database
    const number = (await verifyAudit(db, auditKey)).head.number
    expect(number).toBeGreaterThan(3)

    await tamper(
      sql`update audit_seals set items = '[]' where number = ${number - 1}`,
      sql`delete from audit_seals where number = ${number - 2}`,
    )

    const { findings } = await verifyAudit(db, auditKey, { links: 3 })
    expect(findings).toEqual([
      `The link ${number - 2} of the chain is gone.`,
      `The link ${number - 1} of the chain was changed.`,
    ])
    expect((await verifyAudit(db, Buffer.from('another key'), { links: 1 })).findings).toEqual([
      `The link ${number} of the chain was changed.`,
    ])
  })

  test('reports links behind a head that was set back, and entries whose link does not exist', async () => {
    const { db } = service.database
    const { number } = (await verifyAudit(db, auditKey)).head

    await tamper(
      sql`update audit_head set number = 0, hash = ''`,
      sql`delete from audit_seals where number < ${number}`,
      sql`update audit_entries set seal = ${number}`,
      sql`insert into audit_entries (organization_id, id, who, what, created_at, seal)
        values ('org_1', 'aud_zeroth', 'key_1', 'createPlan', now(), 0)`,
    )

    const examined = examineAudit(db, auditKey)
    await expect(examined).rejects.toThrow(`The link ${number} lies behind the head of the chain.`)
    await expect(examined).rejects.toThrow('The entry aud_zeroth of org_1 names a link that is not there.')
  })
})
