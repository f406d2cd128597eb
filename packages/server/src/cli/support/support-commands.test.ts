import { randomUUID } from 'node:crypto'
import { CompactEncrypt, importJWK, type JWK } from 'jose'
import { expect, test } from 'vitest'
import { slowCommandTimeout, useCommandLine } from '../../../../../test/support/services/use-command-line.ts'
import { aCard } from '../../../../../test/support/stories/shopper.ts'

const line = useCommandLine()
const { run, ask } = line

/** Pays a checkout with a card, as its page would. */
const payAtCheckout = async (at: string, sessionId: string) => {
  const json = async (path: string, init?: RequestInit) => (await (await fetch(`${at}${path}`, init)).json()) as never
  const checkout = (await json(`/checkout/${sessionId}`)) as Record<string, never> & {
    quote: { due_now: object; hash: string }
    consent: { version: string }
    now: { wall: string }
  }
  const { keys } = (await json('/card-keys')) as { keys: (JWK & { kid: string })[] }
  const encrypted = await new CompactEncrypt(new TextEncoder().encode(JSON.stringify(aCard())))
    .setProtectedHeader({
      alg: 'RSA-OAEP-256',
      enc: 'A256GCM',
      kid: keys[0]!.kid,
      sid: sessionId,
      iat: Math.floor(Date.now() / 1000),
      jti: randomUUID(),
    })
    .encrypt(await importJWK(keys[0]!, 'RSA-OAEP-256'))
  return (await json('/payments', {
    method: 'POST',
    headers: { Authorization: `Bearer ${checkout['client_token']}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      payment_method: { type: 'CARD', details: { encrypted } },
      expected: { ...checkout.quote.due_now, quote: checkout.quote.hash },
      consent: { text: 'I agree.', locale: 'en', version: checkout.consent.version, at: checkout.now.wall },
    }),
  })) as { id: string; customer: { id: string }; subscription: { id: string } }
}

test('support staff find, refund and export a payment, and change a subscription', slowCommandTimeout, async () => {
  const { id: organization } = await ask('organization', 'create', '--name', 'Support')
  const { key } = await ask('key', 'create', '--organization', organization!)
  const send = async (method: string, path: string, body?: object, token = key!) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    const answer = await fetch(`${line.url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    return (await answer.json()) as Record<string, never>
  }
  const plan = {
    name: 'Reader',
    type: 'recurring',
    interval: 'months',
    price: { default: { amount: 999, currency: 'EUR' }, countries: [] },
  }
  const [{ id: monthly }, { id: yearly }] = [
    await send('POST', '/plans', plan),
    await send('POST', '/plans', {
      ...plan,
      name: 'Reader, a year',
      interval: 'years',
      quantity: { min: 1, max: 9 },
    }),
  ]
  const buyer = { external_id: 'user-9', email: 'nine@example.com' }
  const session = await send('POST', '/client-session', { customer: buyer, plan: { id: monthly } })
  const paid = await payAtCheckout(line.url, session['id']!)
  const own = ['--organization', organization!]
  const list = async (...args: string[]) =>
    ((await ask(...args, ...own)) as unknown as { data: { id: string }[] }).data.map(({ id }) => id)

  expect(await list('payment', 'list', '--search', '4242')).toEqual([paid.id])
  expect(await list('payment', 'list', '--external-id', 'user-8')).toEqual([])
  expect(await list('customer', 'list', '--search', 'nine@')).toEqual([paid.customer.id])
  expect(await list('subscription', 'list', '--external-id', 'user-9', '--status', 'active')).toEqual([
    paid.subscription.id,
  ])
  expect(await ask('payment', 'refund', paid.id, '--amount', '100', '--reason', 'goodwill', ...own)).toMatchObject({
    refunded_amount: 100,
  })
  const shown = await ask('payment', 'show', paid.id, ...own)
  expect(shown).toMatchObject({ refunds: [{ reason: 'goodwill' }], consent: { text: 'I agree.' } })
  expect((await run(['payment', 'show', paid.id, ...own])).stdout).toContain('I agree.')
  const subscription = ['subscription', 'change', paid.subscription.id, '--plan', String(yearly), ...own]
  expect(await ask(...subscription)).toMatchObject({ plan: { id: yearly } })
  const seats = ['subscription', 'change', paid.subscription.id, '--quantity', '3', ...own]
  expect(await ask(...seats)).toMatchObject({ plan: { id: yearly }, quantity: 3 })
  const { next_billing_date: next } = await ask('subscription', 'show', paid.subscription.id, ...own)
  const later = new Date(Date.parse(String(next)) + 86_400_000).toISOString()
  const date = ['subscription', 'change', paid.subscription.id, '--next-billing-date', later, ...own]
  expect(await ask(...date)).toMatchObject({ current_period_end: later })
  expect(await ask('subscription', 'cancel', paid.subscription.id, ...own)).toMatchObject({
    status: 'scheduled_for_cancellation',
  })
  expect(await ask('subscription', 'resume', paid.subscription.id, ...own)).toMatchObject({ status: 'active' })
  const { stdout: csv } = await run(['payments', 'export', '--csv', ...own])
  expect(csv.split('\r\n')).toHaveLength(3)
  expect(csv).toContain(`${paid.id},`)
  expect(JSON.parse((await run(['consents', 'export', ...own])).stdout)).toMatchObject({ payment_id: paid.id })
})
