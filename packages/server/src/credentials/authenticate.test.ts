import { currentOrganization, noOrganization } from '@billing-checkout/database'
import { type Kysely, type KyselyPlugin, sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../../test/support/databases/databases.ts'
import type { Database } from '../store/database.ts'
import type { Schema } from '../store/schema/schema.ts'
import { openApiKeys } from './api-keys.ts'
import { createAuthenticate } from './authenticate.ts'
import { type ClientTokens, openClientTokens } from './client-tokens.ts'
import { masterSecretOf } from './master-secret.ts'

const wall = '2026-11-21T12:00:00.000Z'
const masterSecret = masterSecretOf('a secret of more than thirty-two characters')

let database: Database
let tokens: ClientTokens
beforeAll(async () => {
  const opened = await openTestDatabase('embedded')
  database = opened.db
  tokens = await openClientTokens(database, masterSecret, wall)
  await sql`insert into organizations (id, name, settings, created_at, updated_at)
    values ('org_a', 'A', '{}', ${wall}, ${wall})`.execute(database)
  return () => opened.close()
})

test('the read that authenticates a shopper counts towards the merchant’s share of the database', async () => {
  const sharers: string[] = []
  const noting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      sharers.push(currentOrganization())
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  const noted: Database = (database as unknown as Kysely<Schema>).withPlugin(noting)
  const authenticate = createAuthenticate(noted, openApiKeys(noted, masterSecret, 'sandbox'), tokens)
  const session = { audience: 'checkout' as const, organizationId: 'org_a', sessionId: 'ses_1' }
  const token = await tokens.issueClientToken({ ...session, wall, notAfter: '2026-11-22T00:00:00.000Z' })

  expect(await authenticate(`Bearer ${token}`, wall)).toMatchObject({ organization: { id: 'org_a' } })

  expect(sharers).toEqual(['org_a'])
  expect(currentOrganization()).toBe(noOrganization)
})
