import { sql } from 'kysely'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { beginJournal } from '#server/billing/erasure/journal-erasures.ts'
import { eraseCustomer } from '#server/billing/erasure/erase-customer.ts'
import { finishErasures } from '../../support/stories/deferred-work.ts'
import { processorErasureWork } from '#server/billing/due-work/forget-at-processors.ts'
import { runWork } from '#server/billing/worklist/worklist.ts'
import { makeJournal, readErasureJournal } from '#server/store/erasure/journal.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { findWords } from '../../support/stories/find-words.ts'
import { aCard, aShopper, createPlan, sealCard } from '../../support/stories/shopper.ts'
import { useService } from '../../support/services/use-service.ts'

describeUsualDatabase('what an erasure keeps', (open) => {
  const service = useService(open)
  const finish = async () => {
    await finishErasures(service.billing)
    while ((await runWork(service.billing, processorErasureWork)).length > 0);
  }

  test('codes and digits that happen to equal a person’s words stay, and the postal code is removed', async () => {
    const place = { country: 'CH', city: 'Hägendorf', postal_code: '4242' }
    const named = { email: 'by.chance@example.com', full_name: 'approved CARD', address: place }
    const { body: customer } = await service.send('POST', '/customers', { body: named })
    const plan = await createPlan(service)
    const shopper = await aShopper(service, { customer: { id: customer.id }, plan: { id: plan.id } })
    const encrypted = await sealCard(service, shopper.sessionId, aCard({ number: '4242424242424242' }))
    const method = { type: 'CARD', details: { encrypted }, billing_address: place }
    const { body: paid } = await shopper.pay({}, { payment_method: method })
    // The dump writes rows as text, in which the quotes of JSON are doubled.
    const inPlaces = ['hägendorf', 'postal_code"": ""4242', 'postalCode"": ""4242']
    expect(Object.keys(await findWords(service.database.db, inPlaces))).toContain('public.payment_methods')

    await eraseCustomer(service.billing, service.organizationId, { id: customer.id, cancelsSubscriptions: true })
    await finish()

    const { body: payment } = await service.send('GET', `/payments/${paid.id}`)
    expect(payment).toMatchObject({
      payment_status: paid.payment_status,
      payment_method: { type: 'CARD', details: { last4: '4242' }, billing_address: { postal_code: null } },
      customer: { full_name: null, address: { country: 'CH', city: null, postal_code: null } },
    })
    const { rows } = await sql<{ kind: string }>`
      select outcome->>'kind' as kind from attempts where payment_id = ${paid.id}`.execute(service.database.db)
    expect(rows).toMatchObject([{ kind: 'approved' }])
    expect(await findWords(service.database.db, inPlaces)).toEqual({})
  })

  test('a journal is created once; if it is missing, an erasure waits for it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'billing-checkout-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const erasuresFile = join(folder, 'erasures')
    const journalled = { ...service.billing, erasuresFile }
    const [first, second] = [
      (await service.send('POST', '/customers', { body: { email: 'journalled@example.com' } })).body,
      (await service.send('POST', '/customers', { body: { email: 'waiting.for.it@example.com' } })).body,
    ]
    const eraseWith = ({ id }: { id: string }) =>
      eraseCustomer(journalled, service.organizationId, { id, cancelsSubscriptions: false })
    const logger = pino({ level: 'silent' })
    await beginJournal(journalled, logger)
    expect(readErasureJournal(erasuresFile)).toEqual([])
    await eraseWith(first)
    const lines = readErasureJournal(erasuresFile)
    rmSync(erasuresFile)

    await beginJournal(journalled, logger)
    await expect(eraseWith(second)).rejects.toThrow('mount its volume')
    expect(existsSync(erasuresFile)).toBe(false)
    await makeJournal(erasuresFile)
    await finish()
    await finishErasures(journalled)

    expect(lines).toContainEqual({ organization: service.organizationId, customer: first.id })
    expect(readErasureJournal(erasuresFile)).toEqual([{ organization: service.organizationId, customer: second.id }])
  })
})
