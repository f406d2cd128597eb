import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { expect, expectTypeOf, test } from 'vitest'
import type { BillingEvent } from '../iterators/follow-events.ts'
import { verifyWebhook } from './verify-webhook.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwJnpTPQH2Pxs='
const now = Date.parse('2026-03-01T12:00:00Z')
const body = JSON.stringify({ id: 'evt_1', type: 'payment.updated', data: { object: { name: 'Zoë €' } } })

/** A request that the official Standard Webhooks library has signed. */
const signed = (text = body, by = secret, at = now) => ({
  'webhook-id': 'evt_1',
  'webhook-timestamp': String(Math.floor(at / 1000)),
  'webhook-signature': new Webhook(by).sign('evt_1', new Date(at), text),
})
const verify = (headers: Record<string, string>, text: string | Uint8Array = body, by: string | string[] = secret) =>
  verifyWebhook({ body: text, headers }, { secret: by, now })

test('a request signed by the official library is accepted, as text and as bytes, with any kind of headers', async () => {
  expect(await verify(signed())).toEqual(JSON.parse(body))
  expect(await verify(signed(), new TextEncoder().encode(body))).toEqual(JSON.parse(body))
  expect(await verifyWebhook({ body, headers: new Headers(signed()) }, { secret, now })).toEqual(JSON.parse(body))
})

test('any text is verified as by the official library', async () => {
  await fc.assert(
    fc.asyncProperty(fc.json(), fc.uint8Array({ minLength: 24, maxLength: 64 }), async (text, key) => {
      const by = `whsec_${Buffer.from(key).toString('base64')}`
      expect(await verify(signed(text, by), text, by)).toEqual(JSON.parse(text))
    }),
  )
})

test('the type of an event depends on the payload of its endpoint', async () => {
  const whole = await verifyWebhook({ body, headers: signed() }, { secret, now })
  const thin = await verifyWebhook({ body, headers: signed() }, { secret, now, payload: 'thin' })

  expectTypeOf(whole).toEqualTypeOf<BillingEvent>()
  expectTypeOf(thin.data.object).toEqualTypeOf<{ id: string | null }>()
  expect(thin).toEqual(whole)
})

test('one of several secrets and one of several signatures are enough', async () => {
  const other = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
  const both = {
    ...signed(),
    'webhook-signature': `v1a,bm90aGluZw== ${signed(body, other)['webhook-signature']} ${signed()['webhook-signature']}`,
  }

  await expect(verify(both)).resolves.toBeDefined()
  await expect(verify(signed(), body, [other, secret])).resolves.toBeDefined()
})

test.each([
  ['signature_wrong', signed(), `${body} `],
  ['signature_wrong', { ...signed(), 'webhook-id': 'evt_2' }, body],
  ['signature_wrong', { ...signed(), 'webhook-timestamp': String(now / 1000 + 1) }, body],
  ['signature_wrong', signed(body, 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'), body],
  ['signature_wrong', { ...signed(), 'webhook-signature': signed()['webhook-signature'].replace('v1', 'v2') }, body],
  ['signature_wrong', { ...signed(), 'webhook-signature': 'v1,!' }, body],
  ['too_old', signed(body, secret, now - 301_000), body],
  ['too_new', signed(body, secret, now + 301_000), body],
  ['too_old', { ...signed(), 'webhook-timestamp': 'soon' }, body],
  ['header_missing', { ...signed(), 'webhook-signature': '' }, body],
  ['body_not_json', signed('no JSON'), 'no JSON'],
])('%s: a request that was tampered with is refused', async (code, headers, text) => {
  await expect(verify(headers, text)).rejects.toMatchObject({ name: 'WebhookError', code })
})

test('an invalid secret throws an error of its own', async () => {
  await expect(verify(signed(), body, 'whsec_')).rejects.toThrow(TypeError)
})
