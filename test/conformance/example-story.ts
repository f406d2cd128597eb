import { sql } from 'kysely'
import { emailWork } from '#server/billing/emails/send-emails.ts'
import { runWork } from '#server/billing/worklist/worklist.ts'
import { updateOrganization } from '#server/organization/organizations.ts'
import type { Answer, RunningService } from '../support/services/running-service.ts'
import { aCard, sealCard } from '../support/stories/shopper.ts'
import type { Recorder } from './record-examples.ts'

/** The time at which the story begins, by both clocks. */
export const storyBegins = '2027-03-02T09:00:00.000Z'

/**
 * Plays one customer of a shop from the first plan to the end of the subscription, and records each operation once as an example. The
 * billing clock does not run by itself, so the story always has the same dates and amounts.
 */
export const tellStory = async (service: RunningService, record: Recorder): Promise<void> => {
  await stopClock(service, storyBegins)
  const plans = await sellPlans(record)
  const customer = await meetCustomer(record)
  const session = await checkOut(record, plans.monthly)
  const { id: paid, subscription } = await pay(service, session)
  const { data } = await record('findConsents', { query: { payment_id: paid } })
  await record('findConsent', { params: { id: data[0].id } })
  await record('findPaymentConsent', { params: { id: paid } })
  const payment = await chargeAgain(record, customer, plans.book)
  await readWhatWasMade(record, { customer, payment, subscription: subscription.id })

  await record.unseen('POST', '/sandbox/clock', { to: '2027-03-17T09:00:00Z' })
  await stopClock(service, '2027-03-17T09:00:00.000Z')
  await changeSubscription(record, subscription.id, plans)
  await stopClock(service, '2027-04-02T09:00:00.000Z')
  await endSubscription(record, subscription.id, payment.payment_method.id)
  await hearOfEvents(record)
  const key = await service.addKey(service.organizationId, { audit: 'read' })
  await eraseSomebody(service, record)
  await record('findAuditRecords', { query: { what: 'updatePlan' }, key })
  await loseAnotherCustomer(service, record, plans.monthly)
  await apologize(record)
  await writeToCustomer(service, record, plans.monthly)
  await remind(service, record, plans.monthly)
  await stopClock(service, '2027-05-03T10:00:00.000Z')
  await cancelWithoutLogin(service, record)
  await stopClock(service, '2027-05-10T09:00:00.000Z')
  await sellByLink(service, record, plans.book)
  await openPortal(record)
  await stopClock(service, '2027-05-11T09:00:00.000Z')
  await giveDiscount(service, record, plans.monthly)
  await startFree(record)
}

const giveDiscount = async (service: RunningService, record: Recorder, plan: string): Promise<void> => {
  const { id } = await record('createDiscount', {
    body: { name: 'Spring', code: 'SPRING20', percent_off: 20, duration: 'periods', periods: 3, plans: [plan] },
  })
  await record('updateDiscount', { params: { id }, body: { ends_at: '2027-06-30T22:00:00Z', max_redemptions: 500 } })
  await record('findDiscount', { params: { id } })
  await stopClock(service, '2027-05-11T09:01:00.000Z')
  await record('findDiscounts', { query: { code: 'spring20' } })
  await record('previewCheckout', {
    body: { plan: { id: plan }, country: 'DE', locale: 'en', discount: { code: 'SPRING20' } },
  })
}

const sellByLink = async (service: RunningService, record: Recorder, plan: string): Promise<void> => {
  const { id } = await record('createPaymentLink', { body: { plan: { id: plan }, max_uses: 100 } })
  await record('updatePaymentLink', { params: { id }, body: { expires_at: '2027-06-30T22:00:00Z' } })
  await record('findPaymentLink', { params: { id } })
  await stopClock(service, '2027-05-10T09:01:00.000Z')
  await record('findPaymentLinks', { query: { plan_id: plan, active: 'true' } })
}

const openPortal = async (record: Recorder): Promise<void> => {
  const { id, client_token: key } = await record('createPortalSession', {
    body: { customer: { external_id: 'user-20' }, options: { locale: 'en' } },
  })
  await record('findPortal', { key })
  await record('endPortalSession', { params: { id } })
}

const startFree = async (record: Recorder): Promise<void> => {
  const customer = await record.unseen('POST', '/customers', { external_id: 'user-22', email: 'iva@example.com' })
  const price = { default: { amount: 0, currency: 'EUR' }, countries: [] }
  const plan = await record.unseen('POST', '/plans', { name: 'Sampler', type: 'recurring', interval: 'months', price })
  await record('createSubscription', { body: { customer: { id: customer.id }, plan: { id: plan.id } } })
}

const apologize = async (record: Recorder): Promise<void> => {
  const { id } = await record.unseen('POST', '/customers', { external_id: 'user-19', email: 'ines@example.com' })
  await record('grantCredit', {
    params: { id },
    body: { amount: 500, currency: 'EUR', reason: 'The book arrived late' },
  })
}

const writeToCustomer = async (service: RunningService, record: Recorder, plan: string): Promise<void> => {
  const settings = { emails: 'send', display_name: 'Lantern Books', support_email: 'help@lantern.example' }
  await updateOrganization(service.database.db, service.organizationId, { settings }, storyBegins)
  const { id: sessionId } = await record.unseen('POST', '/client-session', {
    customer: { external_id: 'user-20', email: 'leo@example.com' },
    plan: { id: plan },
  })
  await pay(service, sessionId)
  await runWork(service.billing, emailWork)
  const { data } = await record('findEmails', { query: { kind: 'order_confirmation' } })
  await record('resendEmail', { params: { id: data[0].id }, body: {} })
}

const remind = async (service: RunningService, record: Recorder, plan: string): Promise<void> => {
  const { id: sessionId } = await record.unseen('POST', '/client-session', {
    customer: { external_id: 'user-21', email: 'ada@example.com' },
    plan: { id: plan },
  })
  const { subscription } = await pay(service, sessionId, '4000000000000341')
  await record.unseen('POST', '/sandbox/clock', { advance: 'P1M' })
  await record('createRecoveryLink', { params: { id: subscription.id } })
}

const cancelWithoutLogin = async (service: RunningService, record: Recorder): Promise<void> => {
  const { id } = await record('createDeclaration', {
    body: { kind: 'cancel', email: 'leo@example.com', full_name: 'Leo Brandt', contract: 'Reader' },
  })
  await record('findDeclaration', { params: { id } })
  await stopClock(service, '2027-05-03T10:01:00.000Z')
  await record('findDeclarations', { query: { kind: 'cancel' } })
}

const eraseSomebody = async (service: RunningService, record: Recorder): Promise<void> => {
  const { id } = await record.unseen('POST', '/customers', { email: 'gone@example.com', address: { country: 'IE' } })
  const key = await service.addKey(service.organizationId, { erasure: 'write' })
  await record('eraseCustomer', { params: { id }, key })
}

const stopClock = async ({ database }: RunningService, at: string): Promise<void> => {
  await sql`update clock set frozen_at = ${at}::timestamptz`.execute(database.db)
}

const hearOfEvents = async (record: Recorder): Promise<void> => {
  const { id } = await record('createWebhookEndpoint', {
    body: { url: 'https://shop.example/webhooks', event_types: ['payment.created', 'payment.updated'] },
  })
  await record('findWebhookEndpoint', { params: { id } })
  await record('findWebhookEndpoints', {})
  await record('updateWebhookEndpoint', { params: { id }, body: { description: 'Fulfilment' } })
  await record('rotateWebhookSecret', { params: { id } })
  const delivery = await record('testWebhookEndpoint', { params: { id } })
  await record('redeliverWebhook', { params: { id: delivery.id } })
  await record('replayWebhooks', { params: { id }, body: { from: '2027-03-17T00:00:00Z', to: '2027-03-18T00:00:00Z' } })
  await record('findWebhookDeliveries', { query: { endpoint_id: id, status: 'pending' } })
  await record('deleteWebhookEndpoint', { params: { id } })
}

const sellPlans = async (record: Recorder) => {
  const monthly = await record('createPlan', {
    body: {
      name: 'Reader',
      type: 'recurring',
      interval: 'months',
      price: {
        default: { amount: 999, currency: 'EUR' },
        countries: [{ countries: ['JP'], price: { amount: 1600, currency: 'JPY' } }],
      },
    },
  })
  const book = await record.unseen('POST', '/plans', {
    name: 'The book',
    type: 'one-off',
    price: { default: { amount: 2490, currency: 'EUR' }, countries: [] },
  })
  const library = await record.unseen('POST', '/plans', {
    name: 'Library',
    type: 'recurring',
    interval: 'months',
    price: { default: { amount: 1999, currency: 'EUR' }, countries: [] },
  })
  await record('updatePlan', { params: { id: library.id }, body: { name: 'Library, all titles' } })
  await record('findPlan', { params: { id: monthly.id } })
  await record('findPlans', { query: { search: 'reader', limit: '10' } })
  return { monthly: monthly.id, book: book.id, library: library.id }
}

const meetCustomer = async (record: Recorder): Promise<string> => {
  const { id } = await record('createCustomer', {
    body: {
      external_id: 'user-17',
      full_name: 'Mina Okafor',
      email: 'mina@example.com',
      address: { country: 'DE', city: 'Berlin', postal_code: '10115' },
      metadata: { tier: 'silver' },
    },
  })
  await record('updateCustomer', {
    params: { id },
    body: { tax_ids: [{ type: 'eu_vat', value: 'IE6433435F' }], metadata: { tier: 'gold', campaign: null } },
  })
  return id
}

const checkOut = async (record: Recorder, plan: string): Promise<string> => {
  const { id } = await record('createClientSession', {
    body: { customer: { external_id: 'user-17' }, plan: { id: plan }, options: { locale: 'en' } },
  })
  await record('updateClientSession', { params: { id }, body: { payment: { metadata: { order: '2041' } } } })
  await record('findClientSession', { params: { id } })
  await record('findCardKeys', { key: null })
  const checkout = await record('findCheckout', { params: { session_id: id }, key: null })
  await record('updateCheckout', {
    params: { session_id: id },
    query: { locale: 'en' },
    body: { country: 'DE', postal_code: '10115' },
    key: checkout.client_token,
  })
  return id
}

const loseAnotherCustomer = async (service: RunningService, record: Recorder, plan: string): Promise<void> => {
  const { id: sessionId } = await record.unseen('POST', '/client-session', {
    customer: { email: 'noor@example.com' },
    plan: { id: plan },
  })
  const payment = await pay(service, sessionId, '4000000000000259')
  await record.unseen('POST', '/sandbox/clock', { to: '2027-04-03T09:00:00Z' })
  await stopClock(service, '2027-04-03T09:01:00.000Z')
  await record.unseen('POST', '/client-session', {
    customer: { external_id: 'user-18', email: 'noor@example.com' },
    plan: { id: plan },
    options: { expires_in: 300 },
  })
  await stopClock(service, '2027-04-03T09:30:00.000Z')
  await record('findClientSessions', { query: { status: 'expired', email: 'noor@example.com' } })
  const { data } = await record('findDisputes', { query: { payment_id: payment.id, status: 'needs_response' } })
  await record('findDispute', { params: { id: data[0].id } })
}

const pay = async (
  service: RunningService,
  sessionId: string,
  number = '4242424242424242',
): Promise<Answer['body']> => {
  const { body: checkout } = await service.send('GET', `/checkout/${sessionId}`, { key: null })
  const { due_now: due, hash } = checkout.quote
  const encrypted = await sealCard(service, sessionId, aCard({ number }), { iat: Date.parse(storyBegins) / 1000 })
  const { body } = await service.send('POST', '/payments', {
    key: checkout.client_token,
    body: {
      payment_method: { type: 'CARD', details: { encrypted } },
      expected: { ...due, quote: hash },
      consent: { text: 'Subscribe and pay', locale: 'en', version: checkout.consent.version, at: storyBegins },
    },
  })
  return body
}

const chargeAgain = async (record: Recorder, customer: string, book: string): Promise<Answer['body']> => {
  const payment = await record('createPayment', {
    body: { customer: { id: customer }, plan: { id: book }, metadata: { order: '2042' } },
  })
  await record('refundPayment', { params: { id: payment.id }, body: { amount: 490, reason: 'A page was torn.' } })
  return payment
}

const readWhatWasMade = async (
  record: Recorder,
  made: { readonly customer: string; readonly payment: { readonly id: string }; readonly subscription: string },
): Promise<void> => {
  await record('findPayment', { params: { id: made.payment.id } })
  await record('findPayments', {
    query: { currency_code: 'EUR', amount_from: '2000', payment_status_in: 'SETTLING,SETTLED' },
  })
  await record('findAccess', { params: { id: made.customer }, query: {} })
  await record('findCustomer', { params: { id: made.customer } })
  await record('findCustomers', { query: { search: 'user-17' } })
  await record('findSubscription', { params: { id: made.subscription } })
  await record('findSubscriptions', { query: { customer_id: made.customer, status: 'active' } })
  await record('findEvents', { query: { type: 'subscription.created', limit: '1' } })
  await record('findSandboxClock', {})
}

const changeSubscription = async (
  record: Recorder,
  subscription: string,
  plans: { readonly library: string },
): Promise<void> => {
  await record('previewSubscription', {
    body: {
      subscription: { id: subscription, proration_billing_mode: 'prorated_immediately' },
      plan: { id: plans.library },
    },
  })
  await record('updateSubscription', { body: { subscription: { id: subscription }, plan: { id: plans.library } } })
  await record('advanceSandboxClock', { body: { to: '2027-04-02T09:00:00Z' } })
}

const endSubscription = async (record: Recorder, subscription: string, method: string): Promise<void> => {
  await record('scheduleCancellation', {
    params: { id: subscription },
    body: { reason: 'too_expensive', comment: 'I read less now.' },
  })
  await record('cancelSubscription', { params: { id: subscription } })
  await record('detachPaymentMethod', { params: { id: method } })
}
