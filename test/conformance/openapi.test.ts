import { currencyCodes, openapi, operations } from '@billing-checkout/contract'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'

interface Described {
  readonly openapi: string
  readonly paths: Record<string, Record<string, { readonly operationId: string; readonly parameters: Parameter[] }>>
  readonly components: {
    readonly schemas: Record<string, { readonly properties: Record<string, { enum?: string[] }> }>
  }
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly schema: { readonly type?: string; readonly minimum?: number; readonly maximum?: number }
}

const document = openapi('https://billing.example') as unknown as Described

test('the document is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(openapi('https://billing.example'))

  expect(errors ?? []).toEqual([])
  expect(valid).toBe(true)
  expect(document.openapi).toBe('3.1.0')
})

test.each([
  ['findCustomers', 'GET', '/customers'],
  ['updateCustomer', 'PATCH', '/customers/{id}'],
  ['updateClientSession', 'PATCH', '/client-session/{id}'],
  ['createPayment', 'POST', '/payments'],
  ['findPayments', 'GET', '/payments'],
  ['updateSubscription', 'PATCH', '/subscriptions'],
  ['scheduleCancellation', 'POST', '/subscriptions/schedule-cancel/{id}'],
  ['findPlan', 'GET', '/plans/{id}'],
  ['findPlans', 'GET', '/plans'],
] as const)('%s is %s %s, as the interface has it', (name, method, path) => {
  expect(operations[name]).toMatchObject({ name, method, path, section: expect.stringContaining('interface 4.') })
  expect(document.paths[path]?.[method.toLowerCase()]?.operationId).toBe(name)
})

test('exactly nine operations are the interface’s own', () => {
  const own = Object.values(operations).filter(({ section }) => section.startsWith('interface'))

  expect(own).toHaveLength(9)
})

test('every list takes a limit from 1 to 1000 and a page from 1', () => {
  for (const path of ['/customers', '/payments', '/plans', '/subscriptions']) {
    const parameters = document.paths[path]!['get']!.parameters
    const byName = (name: string) => parameters.find((parameter) => parameter.name === name)

    expect(byName('limit')).toMatchObject({ required: false, schema: { type: 'integer', minimum: 1, maximum: 1000 } })
    expect(byName('page')).toMatchObject({ required: false, schema: { type: 'integer', minimum: 1 } })
  }
})

test('a payment may be in the interface’s 157 currencies and in no other', () => {
  expect(document.components.schemas['Payment']!.properties['currency_code']!.enum).toEqual(currencyCodes)
  expect(new Set(currencyCodes).size).toBe(157)
})

test('every operation accepts the version header', () => {
  for (const described of Object.values(document.paths).flatMap(Object.values)) {
    expect(described.parameters).toContainEqual(expect.objectContaining({ name: 'X-API-Version', in: 'header' }))
  }
})
