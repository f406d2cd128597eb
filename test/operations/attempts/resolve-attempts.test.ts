import { sql } from 'kysely'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { completeAttempts } from '#server/billing/attempts/complete-attempts.ts'
import { findTransactionOwner } from '#server/billing/reconcile/unmatched-transactions.ts'
import type { CommandContext } from '#server/cli/command-context.ts'
import { runCommand } from '#server/cli/run/run-command.ts'
import { serveCommands } from '#server/cli/run/serve-commands.ts'
import type { Config } from '#server/config/config.ts'
import { examineOpenAttempts } from '#server/cli/doctor/examine-money.ts'
import type { ProcessorOutcome } from '#server/processors/processor.ts'
import { sandboxProcessor } from '#server/processors/sandbox/sandbox-processor.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { aMonthlyPlan, aShopper, createPlan } from '../../support/stories/shopper.ts'
import { aSubscriber } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'
import { aCharge } from '#server/processors/conformance/processor-requests.ts'
import { attemptCommands } from '#server/cli/operator/attempt-commands.ts'
import type { CommandInputs } from '#server/cli/commands.ts'

const capturedLater = '4000000000007775'

describeUsualDatabase('an attempt whose outcome no processor will ever report', (open) => {
  let isSilent: boolean

  const service = useService(open, (database) => {
    const sandbox = sandboxProcessor({ database: database.db })
    const lost: ProcessorOutcome = { kind: 'unknown', message: 'Nobody knows.' }
    return {
      processor: {
        ...sandbox,
        authorize: (request) => (isSilent ? Promise.resolve(lost) : sandbox.authorize(request)),
        refund: (request) => (isSilent ? Promise.resolve(lost) : sandbox.refund(request)),
        lookUp: (reference) => (isSilent ? Promise.resolve(lost) : sandbox.lookUp(reference)),
        close: (reference) => (isSilent ? Promise.reject(new Error('503')) : sandbox.close(reference)),
      },
    }
  })

  const context = () =>
    ({
      store: { database: service.database },
      billing: { billing: service.billing },
      wallClock: service.billing.wallClock,
    }) as unknown as CommandContext
  const resolve = (id: string, as: string, more: Partial<CommandInputs['attempt resolve']> = {}) =>
    attemptCommands['attempt resolve'](context(), {
      id,
      as,
      held: false,
      who: 'mina',
      why: 'seen in the processor’s dashboard',
      ...more,
    })
  const openAttemptOf = async (paymentId: string) =>
    service.database.db
      .selectFrom('attempts')
      .selectAll()
      .where('paymentId', '=', paymentId)
      .where('state', '=', 'open')
      .executeTakeFirstOrThrow()
  const paymentOf = async (id: string) => (await service.send('GET', `/payments/${id}`)).body
  /** A charge that the processor never answers. Returns its open attempt. */
  const anUnknownCharge = async () => {
    isSilent = false
    const { id } = await createPlan(service, aMonthlyPlan())
    const shopper = await aShopper(service, {
      customer: { email: `${crypto.randomUUID()}@example.com` },
      plan: { id },
    })
    const seen = await shopper.look()
    isSilent = true
    const { body } = await shopper.payAsSeen(seen)
    return openAttemptOf(body.id)
  }

  test('is listed with its age, amount and payment, and shown without its card', async () => {
    const attempt = await anUnknownCharge()

    const { data } = (await attemptCommands['attempt list'](context())) as { data: { id: string }[] }
    const shown = await attemptCommands['attempt show'](context(), { id: attempt.id })

    const expected = {
      id: attempt.id,
      connection: 'sandbox',
      kind: 'authorize',
      amount: 999,
      currency: 'EUR',
      payment_id: attempt.paymentId,
      payment_status: 'PENDING',
      age_seconds: expect.any(Number),
      last_answer: 'unknown',
    }
    expect(data.find(({ id }) => id === attempt.id)).toMatchObject(expected)
    expect(shown).toMatchObject({ ...expected, state: 'open', actions: [] })
    expect(JSON.stringify([data, shown])).not.toContain('4242')
  })

  test.each([
    ['approved', { transaction: 'txn_1' }, 'SETTLING', 'active'],
    ['approved', { transaction: 'txn_2', held: true }, 'AUTHORIZED', 'active'],
    ['declined', {}, 'DECLINED', undefined],
    ['never-received', {}, 'FAILED', undefined],
  ] as const)('that an operator says was %s %j is %s by the same rules', async (as, more, status, subscription) => {
    const attempt = await anUnknownCharge()

    const answer = await resolve(attempt.id, as, more)

    expect(answer).toEqual({ id: attempt.id, payment_id: attempt.paymentId, payment_status: status })
    const payment = await paymentOf(attempt.paymentId)
    expect([payment.payment_status, payment.subscription?.status]).toEqual([status, subscription])
    if ('transaction' in more) expect(payment.payment_details.processor_transaction_id).toBe(more.transaction)
    expect(await attemptCommands['attempt show'](context(), { id: attempt.id })).toMatchObject({
      state: 'done',
      actions: [
        { who: 'mina', why: 'seen in the processor’s dashboard', what: `attempt.resolved_as_${as.replace('-', '_')}` },
      ],
    })
    await expect(resolve(attempt.id, as, more)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('of a refund is resolved by the same rules', async () => {
    isSilent = false
    const subscriber = await aSubscriber(service, aMonthlyPlan())
    const [paid] = await subscriber.payments()
    isSilent = true
    await service.send('POST', `/payments/refund/${paid.id}`, { body: { amount: 100 } })
    const attempt = await openAttemptOf(paid.id)

    await resolve(attempt.id, 'never-received')

    expect(await paymentOf(paid.id)).toMatchObject({ refunded_amount: 0, payment_status: 'SETTLING' })
  })

  test('keeps a stored method if an operator says that its charge was approved', async () => {
    isSilent = false
    const subscriber = await aSubscriber(service, aMonthlyPlan())
    const { id: planId } = await createPlan(service, aMonthlyPlan())
    isSilent = true
    const { body } = await service.send('POST', '/payments', {
      body: { customer: { id: subscriber.customerId }, plan: { id: planId } },
    })
    const attempt = await openAttemptOf(body.id)

    await resolve(attempt.id, 'approved', { transaction: 'txn_3' })

    expect(await paymentOf(body.id)).toMatchObject({ payment_status: 'SETTLING', subscription: { status: 'active' } })
    const { paymentMethodId } = await service.database.db
      .selectFrom('subscriptions')
      .select('paymentMethodId')
      .where('planId', '=', planId)
      .executeTakeFirstOrThrow()
    expect(paymentMethodId).toBe((await subscriber.row()).paymentMethodId)
  })

  test('is not resolved if the processor itself reports another outcome', async () => {
    const attempt = await anUnknownCharge()
    isSilent = false
    const sandbox = sandboxProcessor({ database: service.database.db })
    await sandbox.authorize({ ...aCharge('4242424242424242'), reference: attempt.processorKey })

    const told = resolve(attempt.id, 'never-received')

    await expect(told).rejects.toThrow('itself says that attempt')
    expect((await paymentOf(attempt.paymentId)).payment_status).toBe('PENDING')
  })

  test('is closed at the processor if an operator says never-received, so that no late call is executed', async () => {
    const attempt = await anUnknownCharge()
    isSilent = false

    await resolve(attempt.id, 'never-received')

    const seen = await sandboxProcessor({ database: service.database.db }).lookUp(attempt.processorKey)
    expect(seen).toMatchObject({ kind: 'failed' })
  })

  test.each([
    ['approved', {}, '--transaction'],
    ['paid', {}, '--as must be'],
    ['declined', { why: ' ' }, '--why must not be blank'],
    ['declined', { who: '' }, '--who must not be blank'],
  ] as const)('is not resolved with incomplete arguments: %s %j', async (as, more, fault) => {
    const attempt = await anUnknownCharge()

    await expect(resolve(attempt.id, as, more)).rejects.toThrow(fault)
    expect((await openAttemptOf(attempt.paymentId)).fence).toBe(attempt.fence)
  })

  test('cannot be resolved by a program that cannot query the processor of its connection', async () => {
    const attempt = await anUnknownCharge()
    await service.database.db.updateTable('attempts').set({ connection: 'gone' }).where('id', '=', attempt.id).execute()

    await expect(resolve(attempt.id, 'never-received')).rejects.toThrow('no connection "gone"')
    expect(await openAttemptOf(attempt.paymentId)).toMatchObject({ fence: attempt.fence, state: 'open' })
    await service.database.db
      .updateTable('attempts')
      .set({ connection: 'sandbox' })
      .where('id', '=', attempt.id)
      .execute()
  })

  test('is resolved in the running server, which knows processors that the command line does not', async () => {
    const attempt = await anUnknownCharge()
    isSilent = false
    const dataDir = mkdtempSync(join(tmpdir(), 'billing-commands-'))
    const configOf = (databaseUrl: string) => ({ mode: 'sandbox', dataDir, databaseUrl }) as Config
    const stop = await serveCommands(dataDir, { ...context(), config: configOf('postgres://here') })
    const stopSecond = await serveCommands(dataDir, { ...context(), config: configOf('postgres://elsewhere') })
    const input = { id: attempt.id, as: 'never-received', held: false, who: 'mina', why: 'seen in the dashboard' }

    const answer = await runCommand(configOf('postgres://here'), service.billing.logger, 'attempt resolve', input)
    const another = runCommand(configOf('postgres://127.0.0.1:1/elsewhere'), service.billing.logger, 'attempt list', {})

    expect(answer).toMatchObject({ payment_status: 'FAILED' })
    await expect(another).rejects.toThrow('127.0.0.1:1')
    await stopSecond()
    await stop()
    rmSync(dataDir, { recursive: true })
  })

  test('is a finding of doctor when it is old', async () => {
    await sql`delete from attempts where state = 'open'`.execute(service.database.db)
    const attempt = await anUnknownCharge()
    const now = service.billing.wallClock()
    const later = new Date(Date.parse(now) + 3_601_000).toISOString()

    expect(await examineOpenAttempts(service.database.db, now)).toBe('1, none older than an hour')
    await expect(examineOpenAttempts(service.database.db, later)).rejects.toThrow(`the oldest is ${attempt.id}`)
  })

  test('the transaction of a capture leads to its payment, both from a statement line and from the list of attempts', async () => {
    isSilent = false
    const since = new Date(Date.now() - 60_000).toISOString()
    const { id: planId } = await createPlan(service, aMonthlyPlan())
    const shopper = await aShopper(service, { customer: { email: 'captured@example.com' }, plan: { id: planId } })
    const { body: payment } = await shopper.pay({ number: capturedLater })
    await completeAttempts(service.billing)

    const { transactions } = await service.billing.processors.defaultProcessor.list(since)
    const capture = transactions.findLast(({ kind }) => kind === 'capture')!
    const found = await attemptCommands['attempt find'](context(), { text: capture.transactionId })
    const byReference = await attemptCommands['attempt find'](context(), { text: capture.reference })

    const { transactionId: transaction_id, reference } = capture
    expect((await paymentOf(payment.id)).payment_details.processor_transaction_id).toBe(capture.of)
    expect(transaction_id).not.toBe(capture.of)
    expect(found).toMatchObject({
      data: [{ kind: 'capture', payment_id: payment.id, transaction_id, reference, state: 'done' }],
    })
    expect(byReference).toEqual(found)
    expect(await findTransactionOwner(service.database.db, 'sandbox', { of: transaction_id })).toEqual({
      organizationId: service.organizationId,
      subject: payment.id,
    })
  })
})
