import { type DeclineCode, declineCodes, testCards } from '@billing-checkout/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { describeEachDatabase } from '../../../../../test/support/databases/databases.ts'
import type { Database } from '../../store/database.ts'
import type { AuthorizeRequest, TypedCard, Processor, ProcessorOutcome } from '../processor.ts'
import { sandboxProcessor } from './sandbox-processor.ts'

const approved = (...numbers: readonly string[]) =>
  Object.fromEntries(numbers.map((number) => [number, 'approved' as const]))

/** The published test cards with their outcomes. They are repeated here because they must never change: developers know them by heart. */
const outcomes: Readonly<Record<string, 'approved' | 'unknown' | DeclineCode>> = {
  '4242424242424242': 'approved',
  '5555555555554444': 'approved',
  '2223003122003222': 'approved',
  '378282246310005': 'approved',
  '6011111111111117': 'approved',
  '3056930009020004': 'approved',
  '3566002020360505': 'approved',
  '6200000000000005': 'approved',
  '4000000000000002': 'card_declined',
  '4000000000009995': 'insufficient_funds',
  '4000000000009987': 'card_lost_or_stolen',
  '4000000000009979': 'card_lost_or_stolen',
  '4000000000000069': 'expired_card',
  '4000000000000127': 'incorrect_cvc',
  '4000000000000119': 'processing_error',
  '4000000000000135': 'do_not_honor',
  '4000000000000143': 'withdrawal_limit_exceeded',
  '4000000000000150': 'issuer_unavailable',
  '4000000000000168': 'invalid_card_number',
  '4100000000000019': 'suspected_fraud',
  '4000000000000341': 'approved',
  '4000000000000176': 'approved',
  '4000000000000010': 'approved',
  '4000000000000036': 'approved',
  '4000000000000101': 'approved',
  '4000000000003055': 'approved',
  '4000000000003220': 'authentication_required',
  '4000008400001629': 'authentication_required',
  '4000000000006975': 'unknown',
  '4000000000006983': 'unknown',
  '5555555555553057': 'approved',
  '5555555555553222': 'authentication_required',
  '4000000000003071': 'approved',
  '4000000000003196': 'approved',
  '4000000000003147': 'approved',
  // These cards are approved; their special events, such as disputes and failed refunds, come later.
  ...approved('4000000000007775', '4000000000006660', '4000000000008880', '4000000000007726', '4000000000005126'),
  ...approved('4000000000000259', '4000000000002685', '4000000000001976'),
}

/** Decline codes that only our server uses: the shopper gave up, failed or was refused before any request to an issuer. */
const saidByUs: readonly DeclineCode[] = ['authentication_failed', 'authentication_abandoned', 'blocked_by_rule']

test('this test lists exactly the published cards', () => {
  expect(testCards.map(({ number }) => number).toSorted()).toEqual(Object.keys(outcomes).toSorted())
})

test('every decline code that an issuer may give has a card', () => {
  expect(declineCodes.filter((code) => !Object.values(outcomes).includes(code))).toEqual(saidByUs)
})

describeEachDatabase('the sandbox processor', (open) => {
  let database: Database
  let processor: Processor
  beforeAll(async () => {
    database = (await open()).db
    processor = sandboxProcessor({ database })
  })
  const pay = (card: Partial<TypedCard> = {}, request: Partial<AuthorizeRequest> = {}) =>
    processor.authorize({ ...aCharge(card), ...request })
  const payLater = async (number: string, request: Partial<AuthorizeRequest> = {}) =>
    processor.authorize({
      ...aCharge(),
      initiator: 'MIT',
      method: { kind: 'stored', token: tokenOf(await pay({ number }, { store: true })), expMonth: 12, expYear: 2030 },
      ...request,
    })

  test.each(Object.entries(outcomes))('%s is answered with %s', async (number, expected) => {
    const outcome = await pay({ number })

    expect(outcome.kind === 'declined' ? outcome.declineCode : outcome.kind).toBe(expected)
  })

  test.each([
    ['another number', { number: '4111111111111111' }, 'card_declined'],
    ['a number whose check digit is wrong', { number: '4242424242424241' }, 'invalid_card_number'],
    ['a past month', { expMonth: 10, expYear: 2026 }, 'expired_card'],
  ] as const)('%s is declined with its own code', async (_, card, declineCode) => {
    expect(await pay(card)).toMatchObject({ kind: 'declined', declineCode })
  })

  test('a shopper who types a real card reads that only test cards work', async () => {
    expect(await pay({ number: '4111111111111111' })).toMatchObject({
      message: 'Only the published test cards work in the sandbox.',
    })
  })

  test('a card is valid to the end of its month', async () => {
    expect(await pay({ expMonth: 11, expYear: 2026 })).toMatchObject({ kind: 'approved' })
  })

  test.each([
    ['4000000000000341', 'card_declined'],
    ['4000000000000176', 'authentication_required'],
  ])('%s approves now, and declines every later charge without the shopper', async (number, declineCode) => {
    expect(await payLater(number)).toMatchObject({ kind: 'declined', declineCode })
    expect(await payLater(number, { initiator: 'CIT' })).toMatchObject({ kind: 'approved' })
  })

  test('a stored card that has expired meanwhile is declined', async () => {
    expect(await payLater('4242424242424242', { at: '2031-01-01T00:00:00.000Z' })).toMatchObject({
      kind: 'declined',
      declineCode: 'expired_card',
    })
  })

  describe('what the processor reports of a transaction', () => {
    const address = { postalCode: '10115', line1: 'Unter den Linden 1' }
    const checksOf = async (number: string, billingAddress: AuthorizeRequest['billingAddress']) => {
      const { avs, cvc } = factsOf(await pay({ number }, { billingAddress }))
      return [avs.postalCode, avs.streetAddress, cvc]
    }

    test.each([
      ['4242424242424242', ['pass', 'pass', 'pass']],
      ['4000000000000010', ['fail', 'fail', 'pass']],
      ['4000000000000036', ['fail', 'pass', 'pass']],
      ['4000000000000101', ['pass', 'pass', 'fail']],
      ['4000000000000127', ['pass', 'pass', 'fail']],
    ])('the checks of %s are %j', async (number, checks) => {
      expect(await checksOf(number, address)).toEqual(checks)
    })

    test('details that were not sent are not checked', async () => {
      expect(await checksOf('4000000000000010', null)).toEqual(['unchecked', 'unchecked', 'pass'])
      expect(await checksOf('4000000000000010', { ...address, line1: null })).toEqual(['fail', 'unchecked', 'pass'])
      expect(factsOf(await payLater('4000000000000101')).cvc).toBe('unchecked')
    })

    test.each([
      ['4242424242424242', /^\d{15}$/],
      ['5555555555554444', /^MCC\d{6}1121$/],
    ])('an approval of %s has the identifiers of its network', async (number, networkPaymentId) => {
      expect(factsOf(await pay({ number }))).toMatchObject({
        transactionId: expect.stringMatching(/^sbx_[0-9a-f]{32}$/),
        authCode: expect.stringMatching(/^\d{6}$/),
        networkPaymentId: expect.stringMatching(networkPaymentId),
        arn: expect.stringMatching(/^\d{23}$/),
        tokenType: 'CARD_PAN',
        threeDSecure: null,
      })
    })

    test.each([
      ['4000000000003055', 'frictionless', 'authenticated', '05', true],
      ['5555555555553057', 'frictionless', 'authenticated', '02', true],
      ['4000000000003071', 'frictionless', 'attempted', '06', true],
      ['4000000000003147', 'frictionless', 'unavailable', '07', false],
      ['4000000000003196', 'frictionless', 'rejected', '07', false],
      ['4242424242424242', null, 'not_performed', '07', false],
      ['5555555555554444', null, 'not_performed', '00', false],
    ] as const)('the authentication of %s is %s, %s, indicator %s', async (number, flow, status, value, shift) => {
      const facts = factsOf(await pay({ number }, { authentication: 'required' }))

      expect(facts.threeDSecure).toMatchObject({
        authentication_flow: flow,
        status,
        transaction_id: flow && expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/),
        electronic_commerce_indicator: { liability_shift: shift, value },
      })
    })

    test('a shopper is authenticated only if the charge requires it', async () => {
      expect(factsOf(await pay({ number: '4000000000003055' })).threeDSecure).toBeNull()
      expect(factsOf(await payLater('4000000000003055')).threeDSecure).toBeNull()
    })

    test('a later charge refers to the authentication of the first', async () => {
      const earlier = { networkPaymentId: null, authenticationId: '0f1e2d3c-0000-4000-8000-000000000001' }

      expect(factsOf(await payLater('5555555555553057', { earlier })).threeDSecure).toMatchObject({
        status: 'not_performed',
        transaction_id: '0f1e2d3c-0000-4000-8000-000000000001',
        electronic_commerce_indicator: { liability_shift: false, value: '00' },
      })
    })

    test('a card that the issuer rejects is declined', async () => {
      expect(await pay({ number: '4000000000003196' }, { authentication: 'required' })).toMatchObject({
        kind: 'declined',
        declineCode: 'authentication_failed',
      })
    })
  })

  describe('when its answer is lost', () => {
    test('the ledger has the charge of 6975 once, however often it is requested', async () => {
      const request = aCharge({ number: '4000000000006975' })

      const answers = [await processor.authorize(request), await processor.authorize(request)]

      expect(answers).toMatchObject([{ kind: 'unknown' }, { kind: 'unknown' }])
      expect(await processor.lookUp(request.reference)).toMatchObject({ kind: 'approved' })
      expect(await countTransactions(request.reference)).toBe(1)
    })

    test('the ledger has no charge of 6983, and its reference can be closed', async () => {
      const request = aCharge({ number: '4000000000006983' })

      expect(await processor.authorize(request)).toMatchObject({ kind: 'unknown' })
      expect(await processor.lookUp(request.reference)).toBeUndefined()
      expect(await processor.close(request.reference)).toMatchObject({ kind: 'failed' })
    })
  })

  test('twenty equal calls at the same time make one line of the ledger and one stored card', async () => {
    const request = { ...aCharge(), store: true }

    const answers = await Promise.all(Array.from({ length: 20 }, () => processor.authorize(request)))
    const { rows } = await sql<{ count: number }>`
      select count(*) from sandbox_processor.methods where token = ${tokenOf(answers[0]!)}`.execute(database)

    expect(await countTransactions(request.reference)).toBe(1)
    expect(Number(rows[0]!.count)).toBe(1)
  })

  test('a call that died after the card was stored is completed by its repetition', async () => {
    const request = { ...aCharge(), store: true }
    const first = await processor.authorize(request)
    await database.deleteFrom('sandboxProcessor.transactions').where('reference', '=', request.reference).execute()

    expect(await processor.authorize(request)).toEqual(first)
  })

  test('another process with the same ledger gives the same answers', async () => {
    const request = aCharge()
    const first = await processor.authorize(request)

    expect(await sandboxProcessor({ database }).authorize(request)).toEqual(first)
  })

  test('no card number, security code or name is in any stored row', async () => {
    const [cvc, name] = ['C4V9C', 'Nadia Unmistakable']
    for (const number of [...Object.keys(outcomes), '4111111111111111', '4242424242424241']) {
      await pay({ number, cvc, name }, { store: true })
    }

    const { rows } = await sql<{ line: string }>`
      select to_jsonb(m)::text as line from sandbox_processor.methods m
      union all select to_jsonb(t)::text from sandbox_processor.transactions t`.execute(database)
    const stored = rows.map(({ line }) => line).join('\n')

    expect(rows.length).toBeGreaterThan(Object.keys(outcomes).length)
    expect([...Object.keys(outcomes), '4111111111111111', cvc, name].filter((text) => stored.includes(text))).toEqual(
      [],
    )
  })

  const countTransactions = async (reference: string): Promise<number> => {
    const rows = await database
      .selectFrom('sandboxProcessor.transactions')
      .select('id')
      .where('reference', '=', reference)
      .execute()
    return rows.length
  }
})

const aCharge = (card: Partial<TypedCard> = {}): AuthorizeRequest => ({
  reference: `ref_${crypto.randomUUID()}`,
  amount: 999,
  currency: 'EUR',
  initiator: 'CIT',
  method: {
    kind: 'typed_card',
    card: { number: '4242424242424242', expMonth: 12, expYear: 2030, cvc: '123', name: null, ...card },
  },
  customer: null,
  authentication: 'none',
  returnUrl: null,
  earlier: null,
  store: false,
  statementDescriptor: null,
  billingAddress: null,
  at: '2026-11-21T10:00:00.000Z',
})

const factsOf = (outcome: ProcessorOutcome) => {
  if (!('facts' in outcome)) throw new Error(`There is no transaction: ${JSON.stringify(outcome)}`)
  return outcome.facts
}

const tokenOf = (outcome: ProcessorOutcome): string => {
  if (outcome.kind !== 'approved' || outcome.storedToken === null) throw new Error('The card was not stored.')
  return outcome.storedToken
}
