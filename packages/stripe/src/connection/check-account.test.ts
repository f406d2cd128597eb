import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { aCharge } from '../../testing/a-charge.ts'
import { accountOptionsOf, openFakeAccount } from '../../testing/index.ts'
import type { StripeKind } from '../methods/kinds.ts'
import { stripeProcessor } from '../stripe-processor.ts'
import { adapter } from './adapter.ts'
import { permissions } from './permissions.ts'

const key = 'rk_test_restricted'
const everyKind = 'CARD,PAYPAL,CASHAPP,APPLE_PAY,GOOGLE_PAY'
const needed = permissions.filter(({ without }) => without === undefined)
const namesFor = (kinds: readonly StripeKind[]) =>
  needed.filter(({ kinds: of }) => of === undefined || of.some((kind) => kinds.includes(kind))).map(({ name }) => name)
const given = (url: string, method_kinds = 'CARD') => ({
  credentials: { secret_key: key },
  settings: { publishable_key: 'pk_test_fake', api_url: url, method_kinds },
  livemode: false,
})
const aboutPermissions = ({ findings }: { readonly findings: readonly { readonly check: string }[] }) =>
  findings.filter(({ check }) => check === 'permissions')

test('a restricted key with the documented permissions is enough, although it may not read the account', async () => {
  await using opened = await openFakeAccount()
  const { fake } = opened
  fake.addKey(key, namesFor(['CARD']))

  const report = await adapter.check(given(fake.url))

  expect(report).toMatchObject({ kind: 'answered', accountId: 'acct_fake', livemode: false })
  expect(report.kind === 'answered' && report.findings.every(({ ok }) => ok)).toBe(true)
  expect(fake.requests.some(({ name, status }) => name === 'GET /v1/account' && status === 403)).toBe(true)
})

test.each(needed.map(({ label, level, name }) => [label, level, name] as const))(
  'a key without %s: %s is refused with the label from the dashboard',
  async (label, level, name) => {
    await using opened = await openFakeAccount()
    const { fake } = opened
    const all = namesFor(['CARD', 'PAYPAL', 'APPLE_PAY'])
    fake.addKey(
      key,
      all.filter((each) => each !== name),
    )

    const report = await adapter.check(given(fake.url, everyKind))

    expect(report.kind === 'answered' && aboutPermissions(report)).toContainEqual({
      check: 'permissions',
      ok: false,
      message: expect.stringContaining(`${label}: ${level} (${name})`),
    })
  },
)

test('a read-only key lacks every permission to write, and the error names all of them', async () => {
  await using opened = await openFakeAccount()
  const { fake } = opened
  fake.addKey(
    key,
    namesFor(['CARD']).map((name) => name.replace('_write', '_read')),
  )

  const report = await adapter.check(given(fake.url))

  const [finding] = report.kind === 'answered' ? report.findings.filter(({ ok }) => !ok) : []
  const writes = needed.filter(({ level, kinds }) => level === 'Write' && kinds === undefined)
  expect(writes.filter(({ label }) => !finding?.message.includes(`${label}: Write`))).toEqual([])
})

test('the check makes and changes no object', async () => {
  await using opened = await openFakeAccount()
  const { fake, stripe } = opened
  await stripe.customers.create()
  const before = JSON.stringify([fake.books.events, fake.books.customers].map((map) => [...map]))
  fake.addKey(
    key,
    permissions.map(({ name }) => name),
  )

  await adapter.check(given(fake.url, everyKind))

  expect(JSON.stringify([fake.books.events, fake.books.customers].map((map) => [...map]))).toBe(before)
  const writes = fake.requests.filter(({ name }) => !name.startsWith('GET')).slice(1)
  expect(writes.length).toBeGreaterThan(5)
  expect(writes.map(({ status }) => status)).toEqual(writes.map(() => 404))
})

test('a key with the documented permissions may make every call of the adapter', async () => {
  await using opened = await openFakeAccount()
  const { fake } = opened
  fake.addKey(key, namesFor(['CARD']))
  const processor = stripeProcessor(accountOptionsOf(fake, { secretKey: key, accountId: null }))
  const since = new Date(Date.now() - 3_600_000).toISOString()
  const browser = { address: '203.0.113.7', userAgent: 'Mozilla/5.0' }

  const paid = await processor.authorize(aCharge('pm_card_visa', { store: true, browser }))
  const token = (paid.kind === 'approved' && paid.storedToken) || ''
  const { transactionId } = paid.kind === 'approved' ? paid.facts : { transactionId: '' }
  const stored = { kind: 'stored', token, expMonth: null, expYear: null } as const
  await processor.authorize(aCharge('', { method: stored, initiator: 'MIT', returnUrl: null }))
  await processor.authorize(aCharge('pm_card_visa', { amount: 0, store: true }))
  const refunded = await processor.refund({ ...aCharge(), transactionId, amount: 100 })
  await processor.describeStored?.(token)
  await processor.lookUp(aCharge().reference)
  await processor.close(aCharge().reference)
  await processor.settlements([transactionId])
  await processor.refunds([refunded.kind === 'approved' ? refunded.facts.transactionId : ''], since)
  await processor.news(since, since)
  await processor.disputes([], since)
  await processor.list(since)
  await processor.reconcile(new Date().toISOString().slice(0, 10))
  await processor.detach(token)
  await processor.forget({ id: 'cus_1', record: null, references: [], tokens: [token] })

  expect(paid.kind).toBe('approved')
  expect(refunded.kind).toBe('approved')
  expect(fake.requests.filter(({ status }) => status === 403).map(({ name }) => name)).toEqual([
    'GET /v1/radar/:id',
    'GET /v1/payouts',
  ])
})

test(
  'a check that meets a limit waits, repeats the refused calls, and has the same result',
  { timeout: 30_000 },
  async () => {
    await using opened = await openFakeAccount()
    const { fake } = opened
    fake.addKey(key)
    const before = await adapter.check(given(fake.url, everyKind))
    fake.faults.fail('GET /v1/balance', 'rate_limit', 2)
    fake.faults.fail('GET /v1/disputes', 'rate_limit')

    // Together the three checks exceed the account's limit for one second.
    const reports = await Promise.all([1, 2, 3].map(() => adapter.check(given(fake.url, everyKind))))

    expect(before.kind).toBe('answered')
    expect(reports).toEqual([before, before, before])
    expect(fake.requests.filter(({ status }) => status === 429).length).toBeGreaterThan(3)
  },
)

test('an account in India is refused with the reason', async () => {
  await using opened = await openFakeAccount()
  const { fake } = opened
  fake.books.country = 'IN'
  fake.addKey(key)

  const report = await adapter.check(given(fake.url))

  expect(report.kind === 'answered' && report.findings.filter(({ ok }) => !ok)).toEqual([
    { check: 'country', ok: false, message: expect.stringContaining('in India') },
  ])
})

test('the README has every permission with its label', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')

  for (const { label, level, name } of permissions)
    expect(readme).toMatch(new RegExp(`\\| ${label} +\\| ${level} +\\| .*${name}`))
})
