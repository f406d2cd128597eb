import { expect, test } from 'vitest'
import { adapter } from './adapter.ts'

const standIns = { api_url: 'http://127.0.0.1:12111', script_url: 'http://127.0.0.1:12112' }

test('a sandbox accepts card fields of a stand-in only with a stand-in of Stripe, and live mode never does', () => {
  const given = (mode: string, livemode: boolean) => ({
    credentials: { secret_key: `sk_${mode}_fake` },
    settings: { publishable_key: `pk_${mode}_fake`, ...standIns },
    livemode,
  })

  expect(adapter.examine(given('test', false))).toEqual([])
  expect(adapter.examine(given('live', true))).toEqual([
    'api_url is for stand-ins of Stripe, which no real money goes to.',
    'script_url is for stand-ins of js.stripe.com, which shoppers never type a real card into.',
  ])
})

test('a connection to a stand-in uses the stand-in’s card fields', () => {
  const { cardEntry } = adapter.open({
    connection: 'con_1',
    credentials: { secret_key: 'sk_test_fake' },
    settings: {
      account_id: 'acct_1',
      livemode: false,
      api_version: adapter.apiVersion,
      card_entry: 'hosted',
      publishable_key: 'pk_test_fake',
      ...standIns,
    },
    connectedAt: '2026-01-01T00:00:00.000Z',
    notificationSecrets: [],
    report: () => {},
    serverCount: () => 1,
    isStopped: () => false,
  })

  expect(cardEntry?.scriptUrl).toMatch(/^http:\/\/127\.0\.0\.1:12112\/.*stripe\.js$/)
  expect(cardEntry?.sources['script-src']).toEqual([standIns.script_url])
})

test.each([
  [{ script_url: standIns.script_url }, 'script_url goes with api_url only'],
  [{ ...standIns, script_url: 'https://evil.example' }, 'script_url must be an origin on this machine'],
])('the script %o is refused', (settings, expected) => {
  const issues = adapter.examine({
    credentials: { secret_key: 'sk_test_fake' },
    settings: { publishable_key: 'pk_test_fake', ...settings },
    livemode: false,
  })

  expect(issues).toEqual([expect.stringContaining(expected)])
})
