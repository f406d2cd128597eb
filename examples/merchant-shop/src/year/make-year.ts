import { type BillingClient, createBillingClient } from '@billing-checkout/client'
import {
  createLogger,
  createOrganization,
  exportDatabase,
  readConfig,
  startServer,
  updateOrganization,
} from '@billing-checkout/server'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { brotliCompressSync, constants } from 'node:zlib'
import { shopName, shopSettings } from '../shop-settings.ts'
import { day } from './diary.ts'
import { bookFileOf, type BookOfYear, yearFile, yearSecret } from './year-files.ts'
import { playYear } from './play-year.ts'

// `npm run demo-year`: plays the year again, which takes some minutes, and replaces the file that `npm start` loads.

const { values } = parseArgs({ options: { until: { type: 'string' }, out: { type: 'string' } } })
const file = values.out ?? yearFile
const unpacked = join(tmpdir(), `demo-year-${process.pid}.export`)
const end = values.until === undefined ? Date.now() : Date.parse(values.until)
const year = { begin: end - 365 * day, end }
/** Similar rows of a table are megabytes apart, which is farther than gzip's window reaches. Brotli's window here has 16 MB. */
const largeWindow = { [constants.BROTLI_PARAM_LGWIN]: 24 }
const lastEvent = async (client: BillingClient): Promise<string> => {
  for (let after: string | undefined; ;) {
    const { data, meta } = await client.findEvents({ limit: 1000, ...(after !== undefined && { after }) })
    after = data.at(-1)?.id ?? after
    if (!meta.has_more) return after ?? ''
  }
}
const folder = mkdtempSync(join(tmpdir(), 'demo-year-'))
try {
  const config = readConfig({
    PORT: '0',
    DATA_DIR: folder,
    SECRET_KEY: yearSecret,
    LOG_LEVEL: 'error',
    RATE_LIMIT: 'off',
    EVENT_MONTHS_KEPT: '24',
  })
  const logger = createLogger(config.logLevel, 2)
  const server = await startServer({ config, logger })
  const { database } = server.billing
  const setClock = database.updateTable('clock')
  await setClock.set({ offsetMillis: year.begin - day - Date.now() }).execute()
  const wall = new Date(year.begin).toISOString()
  const { id } = await createOrganization(database, { name: shopName, originsOfFirst: null, wall })
  const { id: keyId, key } = await server.apiKeys.create(id, { scopes: null, wall })
  const setEmails = (emails: 'off' | 'send') =>
    updateOrganization(database, id, { settings: { ...shopSettings('http://localhost:4243'), emails } }, wall)
  await setEmails('off')
  const client = createBillingClient({ apiKey: key, baseUrl: server.url, timeoutSeconds: 300 })
  await playYear(client, server.url, year, async (month) => {
    // The year has emails only in its last month: those of the whole year would be larger than all other data.
    if (month === 11) await setEmails('send')
    process.stdout.write(`${month + 1} `)
  })
  const book: BookOfYear = { organizationId: id, lastEvent: await lastEvent(client) }
  await server.apiKeys.revoke(id, keyId, new Date().toISOString())
  // Each server creates its own signing and encryption keys and stores its own copy of the element, so delete these
  // here. Freeze the clock at the end of the year, until the year is loaded.
  await database.deleteFrom('serverKeys').execute()
  await database.deleteFrom('elementFiles').execute()
  await setClock
    .set({
      frozenAt: new Date(end).toISOString(),
      mover: 'demo year',
      moverUntil: new Date(Date.now() + 60_000).toISOString(),
    })
    .execute()
  await server.close()
  const target = { file: unpacked, unfinished: `${unpacked}.unfinished`, gzipLevel: 0 }
  const { rows } = await exportDatabase(config, logger, target)
  writeFileSync(file, brotliCompressSync(readFileSync(unpacked), { params: largeWindow }))
  writeFileSync(bookFileOf(file), `${JSON.stringify(book, null, 2)}\n`)
  console.log(`\n${rows} rows, ${(statSync(file).size / 1e6).toFixed(2)} MB in ${file}`)
} finally {
  rmSync(folder, { recursive: true, force: true })
  rmSync(unpacked, { force: true })
}
