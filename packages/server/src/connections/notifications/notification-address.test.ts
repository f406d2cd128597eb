import { expect, test } from 'vitest'
import { notificationAddressOf } from './notification-address.ts'

const settings = {
  account_id: 'acct_1',
  livemode: false,
  api_version: '1',
  card_entry: 'hosted',
  publishable_key: null,
  api_url: null,
} as const

test.each(['https://pay.example.com', 'https://pay.example.com/', 'https://203.0.113.7:8443'])(
  '%s is an address that processors can reach',
  (publicUrl) => {
    const url = `${publicUrl.replace(/\/$/, '')}/connections/con_1/notifications`

    expect(notificationAddressOf({ id: 'con_1', settings }, publicUrl)).toEqual({ url })
  },
)

test.each([
  'http://pay.example.com',
  'https://localhost:4242',
  'https://pay.internal',
  'https://10.1.2.3',
  'https://192.168.0.4',
  'https://[::1]',
  'https://[fd00::1]',
])('%s is an address that processors cannot reach, and the result says why', (publicUrl) => {
  expect(notificationAddressOf({ id: 'con_1', settings }, publicUrl)).toEqual({
    unreachable: expect.stringContaining(`PUBLIC_URL is ${publicUrl}`),
  })
})

test('a stand-in for a processor on this machine can send notifications here', () => {
  const standIn = { id: 'con_1', settings: { ...settings, api_url: 'http://127.0.0.1:12111' } }

  expect(notificationAddressOf(standIn, 'http://localhost:4242')).toHaveProperty('url')
})
