import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { actionPages } from '../../support/processors/bank.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { aShopper, createPlan } from '../../support/stories/shopper.ts'
import { useService } from '../../support/services/use-service.ts'
import { walletBody } from '../../support/processors/wallets.ts'

describeUsualDatabase('a late answer of a shopper to a challenge', (open) => {
  let planId: string
  let emails = 0

  const service = useService(open)
  beforeAll(async () => {
    planId = (await createPlan(service)).id
  })

  /** A payment whose shopper has a challenge to answer, and the pages on which they answer. */
  const aChallenge = async (body: object = {}) => {
    const customer = { email: `late${++emails}@example.com` }
    const shopper = await aShopper(service, { customer, plan: { id: planId } })
    const { body: payment } = await shopper.pay({ number: '4000000000003220' }, body)
    return { shopper, payment, pages: actionPages(service, payment.next_action.url) }
  }
  const find = async (id: string) => (await service.send('GET', `/payments/${id}`)).body
  const ledger = async (paymentId: string) => {
    const { processorKey } = await service.database.db
      .selectFrom('attempts')
      .select('processorKey')
      .where('paymentId', '=', paymentId)
      .executeTakeFirstOrThrow()
    return { reference: processorKey, outcome: await service.billing.processors.defaultProcessor.lookUp(processorKey) }
  }
  /** Makes a payment older by minutes, as if no request had read it meanwhile. */
  const age = (paymentId: string, minutes: number) =>
    sql`update attempts set request = jsonb_set(request, '{openedAt}', to_jsonb(${minutesAgo(minutes)}::text)),
      lease_until = ${minutesAgo(minutes - 10)} where payment_id = ${paymentId}`.execute(service.database.db)
  /** Makes the challenge on the bank's page older by minutes. */
  const ageChallenge = async (paymentId: string, minutes: number) =>
    sql`update sandbox_processor.confirmations
      set request = jsonb_set(request, '{askedAt}', to_jsonb(${minutesAgo(minutes)}::text))
      where reference = ${(await ledger(paymentId)).reference}`.execute(service.database.db)
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

  test.each([
    ['where we stopped waiting', age],
    ['where the bank did', ageChallenge],
  ])('after the ten minutes charges nothing, even if no query has noticed the end (%s)', async (_, pass) => {
    const { shopper, payment, pages } = await aChallenge()
    await pages.open()
    await pass(payment.id, 25)

    const back = await pages.answer('passed')
    const { outcome } = await ledger(payment.id)
    const again = await shopper.pay()

    expect(back).toEqual({ status: 303, location: `${payment.next_action.url}/return` })
    expect(await find(payment.id)).toMatchObject({
      payment_status: 'CANCELLED',
      status_reason: { status_reason: { decline_code: 'authentication_abandoned' } },
      three_d_secure: { status_reason: 'The cardholder did not answer the challenge in time.' },
    })
    expect(outcome).toMatchObject({ kind: 'abandoned' })
    expect(again.body.payment_status).toBe('SETTLING')
  })

  test('counts just before the end of the ten minutes', async () => {
    const { payment, pages } = await aChallenge()
    await age(payment.id, 9)
    await ageChallenge(payment.id, 9)

    await pages.answer('passed')

    expect((await find(payment.id)).payment_status).toBe('SETTLING')
  })

  test('is too late if the shopper comes back after the ten minutes without one', async () => {
    const { payment, pages } = await aChallenge()
    await age(payment.id, 25)

    const { status } = await pages.comeBack()

    expect(status).toBe(200)
    expect((await find(payment.id)).payment_status).toBe('CANCELLED')
  })

  test('is no longer requested by the page of a bank that has stopped waiting', async () => {
    const { payment, pages } = await aChallenge()
    const { challenge } = await pages.open()
    await ageChallenge(payment.id, 25)

    const page = await fetch(`${service.url}${challenge}`, { redirect: 'manual' })
    await pages.comeBack()

    expect([page.status, page.headers.get('location')]).toEqual([303, `${payment.next_action.url}/return`])
    expect((await find(payment.id)).payment_status).toBe('CANCELLED')
  })

  test('after the ten minutes charges nothing in a wallet', async () => {
    const { payment, pages } = await aChallenge(walletBody('CASHAPP'))
    await pages.open()
    await age(payment.id, 25)

    await pages.answer('passed')

    expect((await find(payment.id)).payment_status).toBe('CANCELLED')
  })
})
