import type { CountryCode } from '@billing-checkout/contract'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { runDoctor } from '#server/cli/doctor/run-doctor.ts'
import { updateOrganization } from '#server/organization/organizations.ts'
import { commandContext } from '../../support/services/command-context.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { aBuyerIn, aReceipt, aShopper, createPlan } from '../../support/stories/shopper.ts'
import { useService } from '../../support/services/use-service.ts'

const page = 'https://shop.example/withdraw'

describeUsualDatabase('the right of withdrawal', (open) => {
  let plan: { id: string }

  const service = useService(open, { hostedPages: 'off' })
  beforeAll(async () => {
    plan = await createPlan(service)
  })

  const change = (settings: object) =>
    updateOrganization(
      service.database.db,
      service.organizationId,
      { settings: { ...settings } },
      new Date().toISOString(),
    )

  beforeEach(() => change({ withdrawal_url: null, digital_supply: 'none', support_email: null }))

  const consentIn = async (country: CountryCode | null) =>
    (await (await aBuyerIn(service, country, plan.id)).look()).body.consent

  test.each<[string, object, object, CountryCode | null]>([
    [
      'nothing is shown before the merchant has said anything',
      {},
      { withdrawal: null, checkbox_required: false },
      'DE',
    ],
    [
      'where to withdraw is shown, and no box',
      { withdrawal_url: page },
      { withdrawal: { url: page, supply: 'none' }, checkbox_required: false },
      'DE',
    ],
    [
      'a service that begins at once takes a box',
      { withdrawal_url: page, digital_supply: 'service' },
      { withdrawal: { url: page, supply: 'service' }, checkbox_required: true },
      'FR',
    ],
    [
      'content that is there at once takes a box; without a page one writes',
      { digital_supply: 'content', support_email: 'help@shop.example' },
      { withdrawal: { url: 'mailto:help@shop.example', supply: 'content' }, checkbox_required: true },
      'GB',
    ],
    [
      'an unknown country has the right, because nobody is misled by it',
      { withdrawal_url: page, digital_supply: 'service' },
      { withdrawal: { url: page, supply: 'service' }, checkbox_required: true },
      null,
    ],
    [
      'elsewhere nothing is said',
      { withdrawal_url: page, digital_supply: 'service' },
      { withdrawal: null, checkbox_required: false },
      'US',
    ],
  ])('%s', async (_, settings, consent, country) => {
    await change(settings)

    expect(await consentIn(country)).toMatchObject(consent)
  })

  test('the receipt has the notice that the page showed, although settings, address and session changed before the payment', async () => {
    await change({ withdrawal_url: page })
    const { body: customer } = await service.send('POST', '/customers', {
      body: { email: 'moved@example.com', address: { country: 'DE' } },
    })
    const shopper = await aShopper(service, { customer: { id: customer.id }, plan: { id: plan.id } })
    const seen = await shopper.look()

    await change({ withdrawal_url: 'https://shop.example/other' })
    await service.send('PATCH', `/customers/${customer.id}`, { body: { address: { country: 'US' } } })
    await service.send('PATCH', `/client-session/${shopper.sessionId}`, {
      body: { payment: { metadata: { order: '1' } } },
    })
    const paid = await shopper.payAsSeen(seen)

    expect(paid).toMatchObject({ status: 200, body: { payment_status: 'SETTLING' } })
    const { body: receipt } = await service.send('GET', `/payments/${paid.body.id}/consent`)
    expect(receipt).toMatchObject({ country: 'DE', withdrawal_url: page })
  })

  test('a page that is loaded again shows the new notice, and its receipt has that notice', async () => {
    await change({ withdrawal_url: page })
    const shopper = await aBuyerIn(service, 'DE', plan.id)
    await shopper.look()

    await change({ withdrawal_url: 'https://shop.example/other' })
    const seen = await shopper.look()
    const paid = await shopper.payAsSeen(seen)

    const { body: receipt } = await service.send('GET', `/payments/${paid.body.id}/consent`)
    expect(seen.body.consent.withdrawal.url).toBe('https://shop.example/other')
    expect(receipt).toMatchObject({ country: 'DE', withdrawal_url: 'https://shop.example/other' })
  })

  test('the request in the immediate-supply checkbox is stored with the payment', async () => {
    await change({ withdrawal_url: page, digital_supply: 'service' })
    const shopper = await aBuyerIn(service, 'DE', plan.id)
    const seen = await shopper.look()
    const receipt = { ...aReceipt(seen.body), immediate_supply: 'service' }

    const paid = await shopper.payAsSeen(seen, {}, { consent: receipt })

    const { consent } = await service.database.db
      .selectFrom('payments')
      .select('consent')
      .where('id', '=', paid.body.id)
      .executeTakeFirstOrThrow()
    expect(paid).toMatchObject({ status: 200, body: { payment_status: 'SETTLING' } })
    expect(consent).toMatchObject({ immediate_supply: 'service', version: '2026-12' })
  })

  test.each([{}, { immediate_supply: 'content' }])(
    'a receipt with %j requests no immediate supply, so nothing is charged',
    async (made) => {
      await change({ withdrawal_url: page, digital_supply: 'service' })
      const shopper = await aBuyerIn(service, 'DE', plan.id)
      const seen = await shopper.look()

      const refused = await shopper.payAsSeen(seen, {}, { consent: { ...aReceipt(seen.body), ...made } })
      const asked = await shopper.payAsSeen(
        seen,
        {},
        { consent: { ...aReceipt(seen.body), immediate_supply: 'service' } },
      )

      expect(refused).toMatchObject({
        status: 400,
        body: {
          error: {
            code: 'invalid_parameter',
            details: [{ path: 'body.consent.immediate_supply', code: 'required' }],
          },
        },
      })
      expect(asked).toMatchObject({ status: 200, body: { payment_status: 'SETTLING' } })
    },
  )

  test('a checkout that was opened before the merchant required the checkbox can be paid once the shopper ticks it', async () => {
    await change({ withdrawal_url: page })
    const shopper = await aBuyerIn(service, 'DE', plan.id)
    const seen = await shopper.look()
    await change({ digital_supply: 'content' })

    const refused = await shopper.payAsSeen(seen)
    const { consent } = (await shopper.look()).body
    const paid = await shopper.pay(
      {},
      { consent: { ...aReceipt(seen.body), immediate_supply: consent.withdrawal.supply } },
    )

    expect(refused).toMatchObject({ status: 400, body: { error: { code: 'invalid_parameter' } } })
    expect(paid).toMatchObject({ status: 200, body: { payment_status: 'SETTLING' } })
  })

  test('in a country without the right, the shopper does not have to tick the checkbox', async () => {
    await change({ withdrawal_url: page, digital_supply: 'service' })
    const shopper = await aBuyerIn(service, 'US', plan.id)

    expect(await shopper.pay()).toMatchObject({ status: 200, body: { payment_status: 'SETTLING' } })
  })

  test.each([{ immediate_supply: 'none' }, { immediate_supply: true }])(
    'a receipt with %j is refused',
    async (made) => {
      const shopper = await aBuyerIn(service, 'DE', plan.id)
      const seen = await shopper.look()

      const refused = await shopper.payAsSeen(seen, {}, { consent: { ...aReceipt(seen.body), ...made } })

      expect(refused).toMatchObject({ status: 400, body: { error: { code: 'invalid_parameter' } } })
    },
  )

  test.each([
    { withdrawal_url: 'withdraw.html' },
    { digital_supply: 'film' },
    // These settings do not tell the shopper how to withdraw.
    { digital_supply: 'service' },
  ])('%j is refused as a setting', async (settings) => {
    await expect(change(settings)).rejects.toMatchObject({ code: 'invalid_parameter' })
  })

  test('doctor names the links that shoppers miss, and reports no fault of the server', async () => {
    const linksOf = async () =>
      (await runDoctor(commandContext(service))).findings.find(({ check }) => check === 'links for shoppers')
    await change({ support_email: 'help@shop.example', cancel_url: 'https://shop.example/account' })
    const before = await linksOf()

    await change({ withdrawal_url: page })

    expect(before).toMatchObject({ ok: true, message: expect.stringContaining('has no withdrawal_url.') })
    expect(await linksOf()).toMatchObject({ ok: true, message: 'every organization has them' })
  })
})

describeUsualDatabase('the right of withdrawal on our pages', (open) => {
  const service = useService(open)

  test('an organization without its own pages gets ours, in the checkout and in the receipt of the consent', async () => {
    const { id } = await createPlan(service)
    const shopper = await aBuyerIn(service, 'DE', id)
    const seen = await shopper.look()
    const { body: payment } = await shopper.payAsSeen(seen)

    const pageFor = (kind: string) => `${service.url}/o/${service.organizationId}/${kind}`
    expect(seen.body.consent.withdrawal).toEqual({ url: pageFor('withdraw'), supply: 'none' })
    expect(seen.body.merchant.cancel_url).toBe(pageFor('cancel'))
    const { body: receipt } = await service.send('GET', `/payments/${payment.id}/consent`)
    expect(receipt.withdrawal_url).toBe(pageFor('withdraw'))
  })
})
