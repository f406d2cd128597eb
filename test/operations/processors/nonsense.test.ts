import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { completeAttempts } from '#server/billing/attempts/complete-attempts.ts'
import { obligationWork } from '#server/billing/due-work/retry-obligations.ts'
import { runWork } from '#server/billing/worklist/worklist.ts'
import type { Processor, ProcessorOutcome } from '#server/processors/processor.ts'
import { sandboxProcessor } from '#server/processors/sandbox/sandbox-processor.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { refuseRowChanges } from '../../support/interleaving/refuse-row-changes.ts'
import { aMonthlyPlan, aShopper, createPlan } from '../../support/stories/shopper.ts'
import { useService } from '../../support/services/use-service.ts'

const absurd = `\0\ud800${'x'.repeat(100_000)}`

/** An outcome with some of its facts replaced. */
const withFacts = (changed: object) => (truth: ProcessorOutcome) =>
  'facts' in truth ? { ...truth, facts: { ...truth.facts, ...changed } } : truth

const nonsense: readonly [string, (truth: ProcessorOutcome) => unknown][] = [
  ['nothing', () => undefined],
  ['an HTML page', () => '<html>502</html>'],
  ['a kind that does not exist', (truth) => ({ ...truth, kind: 'accepted' })],
  ['an approval without a transaction', () => ({ kind: 'approved', storedToken: null, captured: true })],
  ['an approval that does not say whether it was captured', (truth) => ({ ...truth, captured: undefined })],
  ['an approval in a currency that nobody knows', (truth) => ({ ...truth, approvedCurrency: 'XXX' })],
  ['an approval in a currency in small letters', (truth) => ({ ...truth, approvedCurrency: 'eur' })],
  ['an action without an address', () => ({ kind: 'action_required', action: { type: 'redirect', url: '' } })],
]

describeUsualDatabase('a processor that answers nonsense', (open) => {
  let planId: string
  let garble: ((truth: ProcessorOutcome) => unknown) | undefined
  let settlements: Processor['settlements'] | undefined
  let emails = 0

  const service = useService(open, (database) => {
    const sandbox = sandboxProcessor({ database: database.db })
    const answer = (truth: ProcessorOutcome) => (garble ? (garble(truth) as ProcessorOutcome) : truth)
    return {
      processor: {
        ...sandbox,
        authorize: async (request) => answer(await sandbox.authorize(request)),
        async lookUp(reference) {
          const seen = await sandbox.lookUp(reference)
          return seen && answer(seen)
        },
        settlements: (ids) => (settlements ?? sandbox.settlements)(ids),
      },
    }
  })
  beforeAll(async () => {
    planId = (await createPlan(service, aMonthlyPlan())).id
  })

  const pay = async (number = '4242424242424242') => {
    const shopper = await aShopper(service, { customer: { email: `n${++emails}@example.com` }, plan: { id: planId } })
    return (await shopper.pay({ number })).body
  }
  /** Pays, and returns the payment as the merchant sees it. */
  const bought = async () => (await service.send('GET', `/payments/${(await pay()).id}`)).body
  const status = async (id: string) => (await service.send('GET', `/payments/${id}`)).body.payment_status as string
  const ask = (seconds: number) => completeAttempts(service.billing, { aheadSeconds: seconds })

  test.each(nonsense)('such as %s decides nothing; the payment waits for a valid answer', async (_, garbled) => {
    garble = garbled
    const payment = await pay()
    // A look-up must not return undefined, which would mean that the processor has never seen the payment.
    garble = (truth) => garbled(truth) ?? null
    await ask(120)
    const meanwhile = await status(payment.id)
    garble = undefined
    await ask(240)

    expect([payment.payment_status, meanwhile, await status(payment.id)]).toEqual(['PENDING', 'PENDING', 'SETTLING'])
  })

  test.each([
    ['an unknown token type', withFacts({ tokenType: 'BOGUS' }), { payment_token_type: null }],
    [
      'check results that do not exist',
      withFacts({ cvc: 'perhaps', avs: { postalCode: 'no', streetAddress: 7 } }),
      {
        cvc_check: { result: { cvc: 'unavailable' } },
        avs_check: { result: { postal_code: 'unavailable', street_address: 'unavailable' } },
      },
    ],
    ['3-D Secure data of a wrong shape', withFacts({ threeDSecure: { status: 'great' } }), { three_d_secure: null }],
    [
      'text that no database stores, of absurd length, in every field',
      (truth: ProcessorOutcome) => ({
        ...withFacts({
          authCode: absurd,
          arn: absurd,
          networkPaymentId: absurd,
          processor: { id: absurd, type: absurd, description: absurd, merchantId: absurd },
          [absurd]: [absurd, { [absurd]: absurd }],
        })(truth),
        storedToken: absurd,
        [absurd]: absurd,
      }),
      { payment_details: { arn: null, auth_code: null, network_payment_id: null } },
    ],
  ])('such as %s keeps the status of an approval, and the invalid part is left out', async (_, garbled, shown) => {
    garble = garbled

    const payment = await bought()

    garble = undefined
    expect(payment).toMatchObject({ payment_status: 'SETTLING', ...shown })
    expect(payment.payment_details.processor_transaction_id).toMatch(/^sbx_/)
    expect(service.logged.some((line) => line.includes('it is left out'))).toBe(true)
  })

  test('such as a false claim to answer another request is treated as an answer without that claim', async () => {
    const events = async () => (await service.send('GET', '/events?type=payment.outcome_differs')).body.data
    garble = (truth) => ({ ...truth, ofOtherRequest: true })

    const paid = await bought()
    garble = () => ({ kind: 'failed', message: 'No.', ofOtherRequest: true })
    const failed = await pay()

    garble = undefined
    expect(paid).toMatchObject({ payment_status: 'SETTLING', subscription: { status: 'active' } })
    const stored = await service.database.db
      .selectFrom('paymentMethods')
      .select('id')
      .where('customerId', '=', paid.customer.id)
      .execute()
    expect(stored).toHaveLength(1)
    expect(failed.payment_status).toBe('FAILED')
    expect(await events()).toEqual([])
  })

  test('such as an unknown reason for a decline is still a decline', async () => {
    garble = (truth) => ({ ...truth, kind: 'declined', declineCode: 'no', message: absurd })

    const payment = await pay()

    garble = undefined
    expect(payment).toMatchObject({
      payment_status: 'DECLINED',
      status_reason: { status_reason: { decline_code: 'card_declined' } },
    })
    expect(payment.status_reason.status_reason.message.length).toBeLessThanOrEqual(500)
  })

  test.each(['javascript:alert(1)', '//elsewhere.example', 'http://bank.example', 'nowhere'])(
    'such as an action at %s charges nothing, and the payment does not wait for the shopper',
    async (url) => {
      garble = (truth) => (truth.kind === 'action_required' ? { ...truth, action: { ...truth.action, url } } : truth)

      const payment = await pay('4000000000003220')

      garble = undefined
      expect(payment).toMatchObject({ payment_status: 'CANCELLED' })
      expect(payment.next_action).toBeUndefined()
    },
  )

  test('that the database refuses to store keeps the status of an approval', async () => {
    const cure = await refuseRowChanges(service.database, 'attempts', `new.outcome::text like '%Refuse me%'`, '22P05')
    garble = withFacts({ authCode: 'Refuse me' })

    const payment = await bought()

    garble = undefined
    await cure()
    expect(payment).toMatchObject({ payment_status: 'SETTLING', payment_details: { auth_code: null } })
    expect(payment.payment_details.processor_transaction_id).toMatch(/^sbx_/)
  })

  test('that the database refuses to store still owes the cancellation of a decline that was left open', async () => {
    const cure = await refuseRowChanges(service.database, 'attempts', `new.outcome::text like '%Refuse me%'`, '22P05')
    garble = (truth) => (truth.kind === 'declined' ? { ...truth, leftOpen: true, message: 'Refuse me' } : truth)
    const payment = await pay('4000000000000002')
    garble = undefined
    await cure()
    const obligations = () =>
      service.database.db
        .selectFrom('obligations')
        .select(['kind', 'state', 'amount'])
        .where('paymentId', '=', payment.id)
        .execute()
    const owed = await obligations()

    await runWork(service.billing, obligationWork)

    expect(payment).toMatchObject({
      payment_status: 'DECLINED',
      status_reason: { status_reason: { decline_code: 'card_declined', message: '' } },
    })
    expect(owed).toEqual([{ kind: 'cancel', state: 'open', amount: 999 }])
    expect(await obligations()).toEqual([{ kind: 'cancel', state: 'met', amount: 999 }])
  })

  test.each([
    ['took less than was requested', '4242424242424242', 899, 'DECLINED', ['refund', 899]],
    ['holds less than was requested', '4000000000007775', 899, 'DECLINED', ['void', 0]],
    ['took more than was requested', '4242424242424242', 1099, 'SETTLING', ['refund', 100]],
  ])(
    'or %s: the wrong money goes back, and only the whole amount counts as paid',
    async (_, number, approvedAmount, ends, back) => {
      garble = (truth) => (truth.kind === 'approved' ? { ...truth, approvedAmount } : truth)

      const payment = await pay(number)
      garble = undefined
      await ask(0)

      const { rows } = await sql<{ kind: string; amount: number }>`select t.kind, t.amount from attempts a
      join sandbox_processor.transactions t on t.reference = a.processor_key
      where a.payment_id = ${payment.id} and a.kind in ('refund', 'void') and t.outcome->>'kind' = 'approved'`.execute(
        service.database.db,
      )
      expect(payment).toMatchObject({ payment_status: ends, refunded_amount: 0 })
      expect(payment.subscription === null).toBe(ends === 'DECLINED')
      expect(rows.map(({ kind, amount }) => [kind, Number(amount)])).toEqual([back])
    },
  )

  test('about settlements settles nothing', async () => {
    settlements = async (ids) => [
      ...ids.map((transactionId) => ({ transactionId, state: 'perhaps' as 'settled' })),
      { transactionId: 'somebody else', state: 'settled' },
    ]
    const payment = await pay()

    await service.send('POST', '/sandbox/clock', { body: { advance: 'P1DT1M' } })

    expect(await status(payment.id)).toBe('SETTLING')
    settlements = undefined
  })
})
