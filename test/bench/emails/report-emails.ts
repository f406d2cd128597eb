import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { createDatabase } from '../../support/databases/database-on-server.ts'
import { startPostgresql } from '../../support/databases/start-postgresql.ts'
import { type ForkedService, forkService } from '../serving/fork-service.ts'
import { openCountingMailServer } from './counting-mail-server.ts'

const aims = { perSecond: 30, slowdownMax: 1.1 }
const sent = 2000
const waiting = 100_000

/**
 * Prints how many emails per second one server sends to a mail server on the same machine, and how much 100,000 emails that wait for a
 * mail server slow down a request. Returns whether all targets are met.
 */
export const reportEmails = async (): Promise<boolean> => {
  const folder = mkdtempSync(join(tmpdir(), 'billing-emails-'))
  const postgresql = await startPostgresql({ syncs: true })
  const url = await createDatabase(postgresql.url)
  const mailServer = await openCountingMailServer()
  const settings = {
    DATABASE_URL: url,
    SECRET_KEY: 'a secret of the benchmarks alone',
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'billing@bench.example',
  }
  const service = await forkService(new URL('../webhooks/serve-webhooks.ts', import.meta.url), folder, settings)
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(`update organizations set settings = settings || '{"emails": "send"}'`)
    await oweEmails(client, service.planId, { prefix: 1, count: sent })
    const before = performance.now()
    while (mailServer.count() < sent) await wait(20)
    const perSecond = sent / ((performance.now() - before) / 1000)
    console.log(`\nEmails on PostgreSQL, one server, mail server on the same machine`)
    console.log(`  ${perSecond.toFixed(0)} emails /s (aim ${aims.perSecond})`)

    const alone = await medianMillis(service)
    mailServer.refuse()
    await oweEmails(client, service.planId, { prefix: 2, count: waiting })
    await client.query('analyze emails')
    const beside = await medianMillis(service)
    const slowdown = beside / alone
    console.log(
      `  a list of plans while ${waiting} emails wait: ${beside.toFixed(2)} ms, without them ${alone.toFixed(2)} ms: ${slowdown.toFixed(2)}× (aim ${aims.slowdownMax}×)`,
    )
    return perSecond >= aims.perSecond && slowdown <= aims.slowdownMax
  } finally {
    await client.end()
    await service.end()
    mailServer.close()
    await postgresql.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const oweEmails = async (
  client: pg.Client,
  organizationId: string,
  { prefix, count }: { readonly prefix: number; readonly count: number },
): Promise<void> => {
  const id = `lpad($3::text, 8, '0') || '-0000-4000-8000-' || lpad(n::text, 12, '0')`
  await client.query(
    `insert into customers (organization_id, id, email, created_at, updated_at)
      select $1, 'cus_' || ${id}, 'reader' || n || '@example.com', now(), now() from generate_series(1, $2::int) as n`,
    [organizationId, count, prefix],
  )
  await client.query(
    `insert into emails (organization_id, id, kind, customer_id, facts, due_at, created_at)
      select $1, 'email_' || ${id}, 'refund', 'cus_' || ${id}, '{"amount": 999, "currency": "EUR"}', now(), now()
        from generate_series(1, $2::int) as n`,
    [organizationId, count, prefix],
  )
}

const requests = 2000

/** The median time of small requests, sent one after another. */
const medianMillis = async ({ port, key }: ForkedService): Promise<number> => {
  const millis: number[] = []
  for (let request = 0; request < requests; request++) {
    const before = performance.now()
    const answer = await fetch(`http://127.0.0.1:${port}/plans`, { headers: { Authorization: `Bearer ${key}` } })
    await answer.text()
    millis.push(performance.now() - before)
  }
  return millis.toSorted((one, other) => one - other)[requests / 2]!
}
