import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { emailWork } from '#server/billing/emails/send-emails.ts'
import { templates } from '../support/databases/databases.ts'
import { emailIds, oweManyEmails } from '../support/emails/email-merchant.ts'
import { openMailSink } from '../support/emails/mail-sink.ts'
import { keepDatabase } from './kept-database.ts'
import { startServerProcess } from './server-process.ts'

const { concurrency, leaseSeconds = 0 } = emailWork
const kills = Number(process.env['EMAIL_KILLS'] ?? 4)
const each = 3
const customers = kills * 40

test(
  'a server that is killed while it sends emails loses none, and repeated emails have the same Message-ID',
  { timeout: 60_000 + kills * 45_000 },
  async () => {
    const kept = await keepDatabase('postgresql', templates)
    onTestFinished(() => kept.discard())
    const sink = await openMailSink()
    onTestFinished(() => sink.close())
    const settings = { ...kept.settings, SMTP_URL: sink.url, MAIL_FROM: 'billing@folio.example' }
    let server = await startServerProcess(settings)
    onTestFinished(() => server.kill())
    const { organizationId } = await server.makeOrganization()
    const database = await kept.open()
    onTestFinished(() => database.close())
    await sql`update organizations set settings = settings || '{"emails": "send"}'`.execute(database.db)
    await oweManyEmails(database, customers, each, organizationId)

    for (let killed = 1; killed <= kills; killed++) {
      const before = sink.arrived.length
      await expect.poll(() => sink.arrived.length, { interval: 5, timeout: 60_000 }).toBeGreaterThan(before + 10)
      await server.kill()
      // Start the new server as though the leases of the killed server had expired.
      server = await startServerProcess({ ...settings, LEASES_AHEAD_SECONDS: String(killed * (leaseSeconds + 1)) })
    }

    const unsent = async () =>
      (await sql`select id from emails where status <> 'sent'`.execute(database.db)).rows.length
    await expect.poll(unsent, { timeout: 60_000 }).toBe(0)
    const ids = sink.arrived.map(({ messageId }) => messageId)
    const owed = Array.from({ length: customers }, (_, index) => emailIds(index + 1, each)).flat()
    expect([...new Set(ids)].toSorted()).toEqual(owed.map((id) => `<${id}@folio.example>`).toSorted())
    // Only emails that a killed server had in flight may arrive twice.
    expect(ids.length - owed.length).toBeLessThanOrEqual(kills * concurrency)
    console.info(`${kills} kills: ${owed.length} emails, ${ids.length - owed.length} second copies`)
  },
)
