import { createBillingClient } from '@billing-checkout/client'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runCommand } from '#server/cli/run/run-command.ts'
import { readConfig } from '#server/config/read-config.ts'
import { type Demo, startDemo } from '../support/processes/demo.ts'
import { silentLogger } from '../support/services/use-operated-server.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'demo-year-'))
let demo: Demo | undefined
afterAll(async () => {
  await demo?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const clientOf = ({ apiKey, billingUrl }: Demo) => createBillingClient({ apiKey, baseUrl: billingUrl })

test(
  'the demo shop begins with a year of customers, continues from its end, and keeps later events',
  { timeout: 300_000 },
  async () => {
    demo = await startDemo(dataDir, {}, ['--year'])
    const client = clientOf(demo)
    const { waiting } = (await runCommand(
      readConfig({ DATA_DIR: dataDir, PORT: '0' }),
      silentLogger,
      'reconcile-first show',
      {},
    )) as { waiting: readonly object[] }
    const { now } = await client.findSandboxClock()
    const [oldest] = (await client.findPayments({ order: 'asc', limit: 1 })).data
    const totals = {
      customers: (await client.findCustomers({ limit: 1 })).meta.total,
      pastDue: (await client.findSubscriptions({ status: 'past_due', limit: 1 })).meta.total,
      trial: (await client.findSubscriptions({ status: 'trial', limit: 1 })).meta.total,
      declined: (await client.findPayments({ payment_status: 'DECLINED', limit: 1 })).meta.total,
    }
    const { id } = await client.createCustomer({ email: 'mina@example.com' })
    const before = totals.declined
    await client.advanceSandboxClock({ advance: 'P7D' })
    const after = (await client.findPayments({ payment_status: 'DECLINED', limit: 1 })).meta.total
    const { findings } = (await runCommand(
      readConfig({ DATA_DIR: dataDir, PORT: '0' }),
      silentLogger,
      'doctor',
      {},
    )) as {
      findings: readonly { readonly ok: boolean }[]
    }
    await demo.stop()
    demo = await startDemo(dataDir, {}, ['--year'])

    expect(demo.printed).toContain('A year of data')
    expect(waiting).toEqual([])
    expect(Date.parse(now) - Date.parse(oldest!.created_at)).toBeGreaterThan(350 * 86_400_000)
    expect(totals.customers).toBeGreaterThan(250)
    expect(Math.min(totals.pastDue, totals.trial, totals.declined)).toBeGreaterThan(1)
    expect(after).toBeGreaterThan(before)
    expect(findings.length).toBeGreaterThan(0)
    expect(findings.filter(({ ok }) => !ok)).toEqual([])
    expect((await clientOf(demo).findCustomer(id)).email).toBe('mina@example.com')
  },
)
