import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { finishErasures } from '../../support/stories/deferred-work.ts'
import { processorErasureWork } from '#server/billing/due-work/forget-at-processors.ts'
import { emailWork } from '#server/billing/emails/send-emails.ts'
import { runWork } from '#server/billing/worklist/worklist.ts'
import { sealAudit } from '#server/store/audit/seal-audit.ts'
import { verifyAudit } from '#server/store/audit/verify-audit.ts'
import { createWebhookSender } from '#server/webhooks/sending/webhook-sender.ts'
import { actionPages } from '../../support/processors/bank.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { aDisputingProcessor, type DisputingProcessor, disputesAt } from '../../support/processors/disputes.ts'
import { findWords } from '../../support/stories/find-words.ts'
import {
  aCard,
  aMonthlyPlan,
  aShopper,
  type Card,
  createPlan,
  sealCard,
  type Shopper,
} from '../../support/stories/shopper.ts'
import { useService } from '../../support/services/use-service.ts'
import { startReceiver } from '../../support/stories/webhook-receiver.ts'

const person = {
  email: 'wilhelmina.quacksilver@example.com',
  full_name: 'Wilhelmina Quacksilver',
  phone: '+49 30 98765432',
  external_id: 'crm-quacksilver-77',
  address: {
    country: 'DE',
    line1: 'Zwetschgenweg 17',
    line2: 'Hinterhaus',
    city: 'Pfaffenhofen',
    postal_code: '85276',
  },
  metadata: { nickname: 'Quacksi' },
}
const billed = { country: 'DE', line1: 'Rechnungsgasse 4', city: 'Oberammergau', postal_code: '82487' }
const address = '203.0.113.77'
const sought = [
  'quacks',
  '98765432',
  'zwetschgen',
  'hinterhaus',
  'pfaffenhofen',
  '85276',
  'rechnungsgasse',
  'oberammergau',
  '82487',
  'holderova',
  address,
  'snoopbrowser',
]

// A cancellation that requests an end in the distant future, so that the subscription continues.
const declared = {
  kind: 'cancel',
  email: person.email.toUpperCase(),
  contract: 'that of Ms Quacksilver',
  requested_end_at: '2999-01-01',
}

/** All tables with a copy of a customer's data. If a table is missing here, no test would notice a copy that is left in it. */
const tablesWithCopies = [
  'public.attempts',
  'public.audit_entries',
  'public.client_sessions',
  'public.customers',
  'public.declarations',
  'public.deferred_work',
  'public.disputes',
  'public.emails',
  'public.events',
  'public.idempotency_keys',
  'public.list_totals',
  'public.payment_methods',
  'public.payment_texts',
  'public.payments',
  'public.refunds',
  'public.stored_emails',
  'public.subscriptions',
  'public.webhook_deliveries',
  'sandbox_processor.confirmations',
]

describeEachDatabase('eraseCustomer', (open) => {
  let processor: DisputingProcessor | undefined
  const service = useService(open, (database) => {
    processor = aDisputingProcessor(database)
    return { trustedProxies: ['loopback'], processor, settings: { emails: 'send' } }
  })
  const { dispute, disputeHere, look } = disputesAt(
    () => service,
    () => processor!,
  )
  const erase = async (id: string, query = '') =>
    service.send('DELETE', `/customers/${id}${query}`, {
      key: await service.addKey(service.organizationId, { erasure: 'write' }),
    })
  const seal = async () => {
    while ((await sealAudit(service.database.db, service.billing.auditKey)) !== undefined);
  }
  const finish = async () => {
    await finishErasures(service.billing)
    while ((await runWork(service.billing, processorErasureWork)).length > 0);
  }
  const headers = { 'X-Forwarded-For': address, 'User-Agent': 'Snoopbrowser/7' }

  test(
    'leaves no customer data in any table, keeps what was paid, and leaves the audit log intact',
    { timeout: 300_000 },
    async () => {
      const { db } = service.database
      const receiver = await startReceiver()
      receiver.answer = (_, response) => void response.writeHead(200).end(receiver.received.at(-1)!.body)
      const sender = createWebhookSender(service.billing)
      onTestFinished(() => sender.close())
      await service.send('POST', '/webhook-endpoints', { body: { url: receiver.url } })
      const makes = { body: person, headers: { ...headers, 'Idempotency-Key': 'make' } }
      const { body: customer } = await service.send('POST', '/customers', makes)
      await service.send('PATCH', `/customers/${customer.id}`, {
        body: { metadata: { pet: 'Quacksi the cat' } },
        headers,
      })
      const [plan, once] = [
        await createPlan(service, aMonthlyPlan()),
        await createPlan(service, {
          ...aMonthlyPlan(),
          type: 'one-off',
          interval: undefined,
          interval_count: undefined,
        }),
      ]
      const buys = (planId: string, more: object = {}) =>
        aShopper(service, {
          customer: { id: customer.id, full_name: person.full_name },
          plan: { id: planId },
          payment: { metadata: { note: 'for Quacksi' } },
          ...more,
        })
      const subscribing = await buys(plan.id, { subscription: { metadata: { note: 'for Quacksi' } } })
      const { body: checkout } = await subscribing.look()
      const consent = {
        text: `I, ${person.full_name}, agree.`,
        locale: 'en',
        version: checkout.consent.version,
        at: checkout.now.wall,
      }
      const pay = async (shopper: Shopper, card: Partial<Card>) => {
        const encrypted = await sealCard(service, shopper.sessionId, aCard({ name: 'Wilma Holderova', ...card }))
        const body = { consent, payment_method: { type: 'CARD', details: { encrypted }, billing_address: billed } }
        return (await shopper.pay({}, body, headers)).body
      }
      const first = await pay(subscribing, {})
      const declined = await pay(await buys(once.id), { number: '4000000000000002' })
      const challenged = await pay(await buys(once.id), { number: '4000000000003220' })
      expect([first.payment_status, declined.payment_status, challenged.payment_status]).toMatchObject([
        expect.stringMatching(/^SETTL/),
        'DECLINED',
        'PENDING',
      ])
      const waiting = await erase(customer.id, '?cancel_subscriptions=true')
      expect([waiting.status, waiting.body.error.code]).toEqual([409, 'customer_in_use'])
      expect(waiting.body.error.message).toContain(challenged.id)
      await actionPages(service, challenged.next_action.url).answer('passed')
      await service.send('POST', `/payments/refund/${first.id}`, {
        body: { amount: 1, reason: 'Ms Quacksilver asked' },
      })
      await service.send('POST', '/declarations', { body: declared })
      await disputeHere(challenged.id)
      await service.send('POST', '/client-session', { body: { customer: { email: person.email.toUpperCase() } } })
      await sql`update disputes set metadata = '{"note": "Quacksi"}'`.execute(db)
      await sql`insert into list_totals values (${service.organizationId}, 'payments', 'search=quacksilver', now(), 1, now())`.execute(
        db,
      )
      await sql`insert into deferred_work values (${service.organizationId}, 'notice', ${first.subscription.id}, now() + interval '9 days', 1, 'No such person: wilhelmina')`.execute(
        db,
      )
      while ((await runWork(service.billing, emailWork)).length > 0);
      await sender.begin()
      await sender.finish()
      await seal()
      expect(Object.keys(await findWords(db, [...sought, 'wilhelmina'])).toSorted()).toEqual(tablesWithCopies)

      const refused = await erase(customer.id)
      expect(refused.body.error.details).toMatchObject([
        { message: expect.stringMatching(/^dispute dp_/) },
        { message: `subscription ${first.subscription.id} is under way.` },
      ])
      expect((await service.send('GET', `/customers/${customer.id}`)).body.email).toBe(person.email)
      await dispute(challenged.id, { status: 'lost' })
      await look()
      const { status, body: erased } = await erase(customer.id, '?cancel_subscriptions=true')
      expect(Object.keys(await findWords(db, [...sought, 'wilhelmina'])).toSorted()).toEqual([
        'public.erasures',
        'sandbox_processor.confirmations',
      ])
      await finish()

      expect(await findWords(db, [...sought, 'wilhelmina'])).toEqual({})
      expect([status, erased]).toMatchObject([
        200,
        { email: null, full_name: null, metadata: {}, payment_methods: [], erased_at: expect.stringMatching(/Z$/) },
      ])
      expect(erased.address).toMatchObject({ country: 'DE', line1: null })
      expect(erased.subscriptions).toMatchObject([{ status: 'cancelled' }])
      const { body: kept } = await service.send('GET', `/payments/${first.id}`)
      expect(kept).toMatchObject({
        amount: first.amount,
        refunded_amount: 1,
        customer: { id: customer.id, email: null },
      })
      await seal()
      expect((await verifyAudit(db, service.billing.auditKey)).findings).toEqual([])

      // Erasing again gives the same answer. The answer to a repeated request and a repeated delivery contain none of the erased data.
      expect((await erase(customer.id)).body).toEqual(erased)
      const again = await service.send('POST', '/customers', makes)
      expect([again.headers.get('Idempotent-Replayed'), again.body.full_name]).toEqual(['true', null])
      const { body: events } = await service.send('GET', '/events?limit=1000')
      const { id: eventId } = events.data.find(({ type }: { type: string }) => type === 'customer.created')
      const { body: deliveries } = await service.send('GET', `/webhook-deliveries?event_id=${eventId}`)
      receiver.received.length = 0
      await service.send('POST', `/webhook-deliveries/${deliveries.data[0].id}/redeliver`)
      await sender.begin()
      await sender.finish()
      const redelivered = receiver.received.find(({ event }) => event.id === eventId)
      expect(redelivered!.event.data.object).toMatchObject({ id: customer.id, email: null, address: { line1: null } })
    },
  )

  test('is refused to keys without its scope, and for customers of other organizations', async () => {
    const { body: customer } = await service.send('POST', '/customers', { body: { email: 'waiting@example.com' } })
    const other = await service.addOrganization('Another')
    const foreign = await service.addKey(other.organizationId, { erasure: 'write' })

    const unnamed = await service.send('DELETE', `/customers/${customer.id}`)
    const stranger = await service.send('DELETE', `/customers/${customer.id}`, { key: foreign })

    expect([unnamed.status, unnamed.body.error.code]).toEqual([403, 'insufficient_permission'])
    expect([stranger.status, stranger.body.error.code]).toEqual([404, 'not_found'])
    expect((await service.send('GET', `/customers/${customer.id}`)).body.email).toBe('waiting@example.com')
  })

  test('leaves a customer whom no request can charge, change or sell to; one who returns is a new customer', async () => {
    const plan = await createPlan(service)
    const members = { customer: { email: 'again@example.com' }, plan: { id: plan.id } }
    const { body: first } = await service.send('POST', '/customers', { body: members.customer })
    const open = await aShopper(service, { customer: { id: first.id }, plan: { id: plan.id } })
    const seen = await open.look()
    await erase(first.id)

    const answers = [
      await service.send('PATCH', `/customers/${first.id}`, { body: { email: 'again@example.com' } }),
      await service.send('POST', '/client-session', { body: { ...members, customer: { id: first.id } } }),
      await service.send('POST', '/payments', { body: { customer: { id: first.id }, plan: { id: plan.id } } }),
      await open.payAsSeen(seen),
    ]
    expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual([
      [404, 'not_found'],
      [404, 'not_found'],
      [400, 'payment_method_required'],
      [410, 'session_expired'],
    ])
    const { body: payment } = await (await aShopper(service, members)).pay()
    expect(payment.customer.id).not.toBe(first.id)
    const writing = sql`update customers set email = 'again@example.com' where id = ${first.id}`
    await expect(writing.execute(service.database.db)).rejects.toThrow('customers_stay_erased')
  })

  test('keeps the words of one person if they also belong to another person', async () => {
    const names = {
      full_name: 'Card Visa',
      metadata: { level: 'premium' },
      address: { country: 'DE', city: 'Hamburg' },
    }
    const plan = await createPlan(service)
    const [one, other] = [
      (await service.send('POST', '/customers', { body: { ...names, email: 'one@example.com' } })).body,
      (await service.send('POST', '/customers', { body: { ...names, email: 'other@example.com' } })).body,
    ]
    for (const { id } of [one, other])
      await (await aShopper(service, { customer: { id }, plan: { id: plan.id } })).pay()
    const ofOther = async () => ({
      customer: (await service.send('GET', `/customers/${other.id}`)).body,
      payments: (await service.send('GET', `/payments?search=${other.id}`)).body.data,
    })
    const before = await ofOther()

    const { body: erased } = await erase(one.id, '?cancel_subscriptions=true')
    await finish()

    expect(erased.erased_at).not.toBeNull()
    expect(await ofOther()).toEqual(before)
    const { body: ofOne } = await service.send('GET', `/payments?search=${one.id}`)
    expect(ofOne.data).toMatchObject([{ payment_method: { type: 'CARD', details: { bin_data: { brand: 'visa' } } } }])
  })
})
