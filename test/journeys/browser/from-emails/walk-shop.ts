import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EmailKind } from '@billing-checkout/contract'
import { createLogger, createOrganization, readConfig, startServer, updateOrganization } from '@billing-checkout/server'
import { expect } from 'vitest'
import { findStoredEmail, findStoredEmails } from '#server/emails/find-stored-emails.ts'
import type { StoredEmail } from '#server/emails/stored-mailer.ts'
import { copyDatabaseTo } from '../../../support/databases/databases.ts'
import { waitFor } from '../../../support/pages/engines/shopper-window.ts'

/** A server with its workers and the built element, in this process. */
export interface WalkServer {
  /** Creates a merchant for one story. */
  openMerchant(): Promise<WalkMerchant>
  close(): Promise<void>
}

/** An object in an answer of the API. Its members have no types, so a story may compare any of them. */
export type Shown = Readonly<Record<string, never>>

/** A merchant who sells three plans of one group, and sends emails. */
export interface WalkMerchant {
  readonly name: string
  /** Ids of the plans, from the cheapest. */
  readonly plans: readonly [small: string, large: string, yearly: string]
  /** The page on which consumers withdraw without signing in. */
  readonly withdrawalUrl: string
  ask(path: string): Promise<readonly Shown[]>
  send(method: 'POST' | 'PATCH', path: string, body: object): Promise<Shown>
  change(settings: object): Promise<void>
  /** Waits for an email of this kind to `to` whose text `fits` accepts, and returns the newest. */
  email(to: string, kind: EmailKind, fits: (text: string) => boolean): Promise<StoredEmail>
}

/** Starts the server over the embedded database. */
export const startWalkServer = async (): Promise<WalkServer> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'walk-'))
  await copyDatabaseTo(dataDir)
  const config = readConfig({ MODE: 'sandbox', DATA_DIR: dataDir, PORT: '0', RATE_LIMIT: 'off', LOG_LEVEL: 'error' })
  const server = await startServer({ config, logger: createLogger(config.logLevel, 1) })
  const { database } = server.billing

  const openMerchant = async (): Promise<WalkMerchant> => {
    const name = 'Nine Kettles'
    const wall = new Date().toISOString()
    const { id } = await createOrganization(database, { name, originsOfFirst: null, wall })
    const { key } = await server.apiKeys.create(id, { scopes: null, wall })
    const change = async (settings: object) =>
      void (await updateOrganization(database, id, { settings: { ...settings } }, wall))
    await change({
      emails: 'send',
      legal_name: 'Nine Kettles Ltd',
      legal_address: '9 Kettle Lane, Teatown',
      brand_color: '#2d5a45',
      terms_url: `${server.url}/terms`,
    })
    const request = async (method: string, path: string, body?: object) => {
      const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
      const answer = await fetch(`${server.url}${path}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      })
      const shown = (await answer.json()) as Shown
      expect([method, path, answer.status, answer.ok ? null : shown]).toEqual([method, path, 200, null])
      return shown
    }
    const sell = async (planName: string, amount: number, interval: 'months' | 'years') => {
      const price = { default: { amount, currency: 'EUR' }, countries: [] }
      const plan = await request('POST', '/plans', {
        name: planName,
        type: 'recurring',
        interval,
        group: 'teas',
        price,
      })
      return String(plan['id'])
    }
    const findEmail = async (to: string, kind: EmailKind, fits: (text: string) => boolean) => {
      for (const listed of await findStoredEmails(database, { to, before: null, limit: 100 })) {
        const email = listed.kind === kind ? await findStoredEmail(database, listed.id) : undefined
        if (email !== undefined && fits(email.text)) return email
      }
      return null
    }
    return {
      name,
      plans: [
        await sell('Daily Cup', 1137, 'months'),
        await sell('Kettle Club', 2953, 'months'),
        await sell('A Year of Leaves', 14_791, 'years'),
      ],
      withdrawalUrl: `${server.url}/o/${id}/withdraw`,
      ask: async (path) => (await request('GET', path))['data']! as readonly Shown[],
      send: request,
      change,
      email: (to, kind, fits) => waitFor(`${kind} to ${to}`, () => findEmail(to, kind, fits)),
    }
  }

  return {
    openMerchant,
    async close() {
      await server.close()
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
