import { beforeAll, expect, test } from 'vitest'
import { actionPages } from '../support/bank.ts'
import { describeEachDatabase } from '../support/databases.ts'
import { type RunningService, startService } from '../support/running-service.ts'
import { aScriptedCalculator, registrations } from '../support/scripted-taxes.ts'
import { aCard, aMonthlyPlan, aShopper, createPlan, sealCard } from '../support/shopper.ts'

/** Members of a payment that only its schema could make up: every one of interface 2.6, as a path. */
const documented = [
  'id amount amount_usd currency_code payment_status payment_type payment_token_type metadata statement_descriptor',
  'refunded_amount created_at updated_at payment_method.type payment_method.billing_address.postal_code',
  'payment_method.details.bin payment_method.details.exp_month payment_method.details.exp_year',
  'payment_method.details.is_network_tokenized payment_method.details.last4 payment_method.details.number',
  'payment_method.details.bin_data.brand customer.id customer.external_id customer.full_name customer.email',
  'customer.phone customer.address.country customer.metadata subscription.id subscription.plan.price.amount',
  'refund.amount refund.amount_usd refund.created_at refund.processor_transaction_id refund.status refund.updated_at',
  'avs_check.result.postal_code avs_check.result.street_address cvc_check.result.cvc payment_details.arn',
  'payment_details.auth_code payment_details.network_payment_id payment_details.processor_transaction_id',
  'processor.description processor.id processor.processor_merchant_id processor.type status_reason.status',
  'status_reason.status_reason.advice_code status_reason.status_reason.decline_code status_reason.status_reason.message',
  'tax.amount_subtotal tax.amount_subtotal_usd tax.amount_tax tax.amount_tax_usd tax.behavior tax.calculation_id',
  'tax.status tax.transaction_id tax.error.code tax.error.message tax.provider.id tax.provider.type',
  'three_d_secure.authentication_flow three_d_secure.status three_d_secure.status_reason',
  'three_d_secure.transaction_id three_d_secure.version three_d_secure.electronic_commerce_indicator.liability_shift',
  'three_d_secure.electronic_commerce_indicator.result three_d_secure.electronic_commerce_indicator.value',
].flatMap((line) => line.split(' '))

describeEachDatabase('a payment', (open) => {
  let service: RunningService
  const taxes = aScriptedCalculator()
  beforeAll(async () => {
    service = await startService(await open(), {
      taxes,
      settings: {
        tax_registrations: registrations,
        tax_failure: 'sell_without_tax',
        statement_descriptor: 'LANTERN BOOKS',
      },
    })
    return () => service.close()
  })

  test('has every field of the interface filled by something that really happened', async () => {
    const plan = await createPlan(service, aMonthlyPlan())
    const buy = async (name: string, number: string) => {
      const shopper = await aShopper(service, {
        customer: {
          external_id: name,
          email: `${name}@example.com`,
          full_name: 'Mina Okafor',
          phone: '+49 30 1234567',
          address: { country: 'DE', city: 'Berlin', postal_code: '10115', line1: 'Unter den Linden 1' },
          metadata: { shelf: 'poetry' },
        },
        plan: { id: plan.id },
        payment: { metadata: { order: name } },
      })
      const encrypted = await sealCard(service, shopper.sessionId, aCard({ number }))
      const billing_address = { postal_code: '10115', line1: 'Unter den Linden 1', country: 'DE' }
      const { body } = await shopper.pay(
        {},
        { payment_method: { type: 'CARD', details: { encrypted }, billing_address } },
      )
      return body
    }
    const challenged = await buy('challenged', '4000000000003220')
    await actionPages(service, challenged.next_action.url).answer('passed')
    await service.send('POST', `/payments/refund/${challenged.id}`, { body: { amount: 100 } })
    await buy('declined', '4000000000009995')
    taxes.isDown = true
    await buy('untaxed', '4000000000003071')
    taxes.isDown = false

    const { body } = await service.send('GET', '/payments')
    const filled = new Set(body.data.flatMap((payment: object) => pathsOf(payment)))

    expect(documented.filter((path) => !filled.has(path))).toEqual([])
    expect(body.data.find((payment: { id: string }) => payment.id === challenged.id)).toMatchObject({
      payment_status: 'SETTLING',
      statement_descriptor: 'LANTERN BOOKS',
      refunded_amount: 100,
      refund: { amount: 100, status: 'succeeded' },
      avs_check: { result: { postal_code: 'pass', street_address: 'pass' } },
      cvc_check: { result: { cvc: 'pass' } },
      processor: { id: 'sandbox', type: 'sandbox' },
      tax: { amount_tax: 190, behavior: 'exclusive' },
      three_d_secure: { status: 'authenticated' },
    })
  })
})

/** Every path of a value that leads to something other than null; an empty dictionary counts where it is documented. */
const pathsOf = (value: unknown, path = ''): string[] => {
  if (value === null || value === undefined) return []
  if (typeof value !== 'object') return [path]
  return [
    path,
    ...Object.entries(value).flatMap(([name, inner]) => pathsOf(inner, path === '' ? name : `${path}.${name}`)),
  ]
}
