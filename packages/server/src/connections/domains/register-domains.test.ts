import { expect, test } from 'vitest'
import { organizationSettings } from '../../organization/settings.ts'
import { walletDomainsOf } from './register-domains.ts'

const connection = { account_id: 'acct_1', livemode: true, api_version: '1', card_entry: 'hosted' } as const
const row = { settings: { ...connection, publishable_key: null, api_url: null } }
const shop = (...origins: readonly string[]) => ({
  settings: organizationSettings.parse({ allowed_origins: origins }),
})

test('a wallet’s button needs the server’s domain, the frame’s and those of the pages that may embed it, each once', () => {
  const places = { publicUrl: 'https://pay.example.com/billing', frameOrigin: 'https://cards.example.com' }
  const organization = shop('https://shop.example.com', 'https://www.lantern.de:8443', 'https://cards.example.com')

  const domains = walletDomainsOf(row, organization, places)

  expect(domains).toEqual(['pay.example.com', 'cards.example.com', 'shop.example.com', 'www.lantern.de'])
})

test('domains that the internet cannot reach are not registered, unless the processor is a stand-in on this machine', () => {
  const places = { publicUrl: 'http://localhost:4242', frameOrigin: 'http://127.0.0.1:4242' }
  const standIn = { settings: { ...row.settings, api_url: 'http://127.0.0.1:12111' } }

  expect(walletDomainsOf(row, shop('https://shop.internal'), places)).toEqual([])
  expect(walletDomainsOf(standIn, shop(), places)).toEqual(['localhost', '127.0.0.1'])
})
