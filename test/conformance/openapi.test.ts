import { currencyCodes, eventTypes, operations } from '@billing-checkout/contract'
import { openapi } from '@billing-checkout/contract/openapi'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { signatureHeaders } from '#server/webhooks/signing/signature-headers.ts'

interface Described {
  readonly openapi: string
  readonly paths: Record<string, Record<string, DescribedOperation>>
  readonly webhooks: Record<string, Record<string, DescribedOperation>>
  readonly components: {
    readonly schemas: Record<
      string,
      { readonly description?: string; readonly properties: Record<string, { enum?: string[] }> }
    >
  }
  readonly tags: readonly { readonly name: string; readonly description?: string }[]
}

interface DescribedOperation {
  readonly operationId: string
  readonly description?: string
  readonly parameters: Parameter[]
  readonly requestBody?: {
    readonly content: Record<string, { readonly schema: { readonly oneOf: readonly { readonly $ref: string }[] } }>
  }
  readonly responses: Readonly<Record<string, unknown>>
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly description?: string
  readonly schema: {
    readonly type?: string
    readonly minimum?: number
    readonly maximum?: number
    readonly pattern?: string
  }
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
] as const)('the path of %s stays %s %s, whatever operations are added', (name, method, path) => {
  expect(operations[name]).toMatchObject({ name, method, path })
  expect(document.paths[path]?.[method.toLowerCase()]?.operationId).toBe(name)
})

test('every list takes a limit from 1 to 1000 and a page from 1', () => {
  for (const path of ['/customers', '/payments', '/plans', '/subscriptions']) {
    const parameters = document.paths[path]!['get']!.parameters
    const byName = (name: string) => parameters.find((parameter) => parameter.name === name)

    expect(byName('limit')).toMatchObject({ required: false, schema: { type: 'integer', minimum: 1, maximum: 1000 } })
    expect(byName('page')).toMatchObject({ required: false, schema: { type: 'integer', minimum: 1 } })
  }
})

test('a payment may be in exactly 157 currencies', () => {
  expect(document.components.schemas['Payment']!.properties['currency_code']!.enum).toEqual(currencyCodes)
  expect(new Set(currencyCodes).size).toBe(157)
})

test('every operation accepts the version header', () => {
  for (const described of Object.values(document.paths).flatMap(Object.values)) {
    expect(described.parameters).toContainEqual(expect.objectContaining({ name: 'X-API-Version', in: 'header' }))
  }
})

test('every type of event has a webhook that takes the event, whole or thin', () => {
  expect(Object.keys(document.webhooks)).toEqual(eventTypes)
  for (const [type, { post }] of Object.entries(document.webhooks)) {
    const { oneOf } = post!.requestBody!.content['application/json']!.schema
    const [whole, thin] = oneOf.map(({ $ref }) => $ref.replace('#/components/schemas/', ''))

    expect(document.components.schemas[whole!]!.properties['type']).toMatchObject({ const: type })
    expect(thin).toBe('ThinEvent')
  }
})

test('a webhook names the headers that a delivery is signed with', () => {
  const secrets = ['whsec_b25l', 'whsec_b3RoZXI=']
  const sent = signatureHeaders({ id: 'evt_1', timestamp: 1_790_000_000, body: '{}' }, secrets)
  const described = document.webhooks['payment.created']!['post']!.parameters.filter(({ required }) => required)

  expect(described.map(({ name }) => name)).toEqual(Object.keys(sent))
  for (const { name, schema } of described) expect(sent[name]).toMatch(new RegExp(schema.pattern ?? '.'))
})

test('every operation, webhook, parameter, tag, resource and field is described', () => {
  expect(undescribed(document)).toEqual([])
})

test.each<[string, (copy: Copy) => void, string]>([
  ['a field', ({ components }) => delete at(components, 'schemas.Payment.properties.amount')['description'], 'amount'],
  ['a nested field', ({ components }) => delete at(components, 'schemas.Quote.properties.tax')['description'], 'tax'],
  ['a resource', ({ components }) => delete at(components, 'schemas.Plan')['description'], 'Plan'],
  ['a tag', ({ tags }) => delete tags[0]!['description'], 'tags'],
  ['an operation', ({ paths }) => delete at(paths, '/events.get')['description'], '/events get'],
  [
    'a webhook',
    ({ webhooks }) => delete (webhooks['payment.created'] as { post: Json }).post['description'],
    'payment.created post',
  ],
  ['a parameter', ({ paths }) => delete at(paths, '/events.get.parameters.0')['description'], '/events get after'],
])('%s without a description is noticed', (_, forget, named) => {
  const copy = structuredClone(document) as unknown as Copy
  forget(copy)

  expect(undescribed(copy as unknown as Described).join(' ')).toContain(named)
})

type Copy = Record<'paths' | 'webhooks' | 'components', Json> & { readonly tags: Json[] }
type Json = Record<string, unknown>

const at = (json: Json, path: string): Json =>
  path.split('.').reduce<Json>((inner, member) => inner[member] as Json, json)

/** Everything in the document that has no description. */
const undescribed = (document: Described): readonly string[] => {
  const { paths, webhooks, components, tags } = document
  const operations = Object.entries({ ...paths, ...webhooks }).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, described]) => [
      ...silent(described, `${path} ${method}`),
      ...described.parameters.flatMap((parameter) => silent(parameter, `${path} ${method} ${parameter.name}`)),
      ...fieldsOf([described.requestBody, described.responses[200]], `${path} ${method}`),
    ]),
  )
  const schemas = Object.entries(components.schemas).flatMap(([name, schema]) => [
    ...silent(schema, name),
    ...fieldsOf(schema, name),
  ])
  return [...operations, ...schemas, ...tags.flatMap((tag, index) => silent(tag, `tags ${index} ${tag.name}`))]
}

const silent = ({ description }: { readonly description?: string }, where: string): readonly string[] =>
  (description ?? '').trim() === '' ? [`${where}: say what it is`] : []

/** Every field without a description in the objects of a schema, at any depth. */
const fieldsOf = (schema: unknown, where: string): readonly string[] => {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([member, inner]: [string, unknown]) =>
    member === 'properties'
      ? Object.entries(inner as Record<string, { readonly description?: string }>).flatMap(([name, field]) => [
          ...silent(field, `${where}.${name}`),
          ...fieldsOf(field, `${where}.${name}`),
        ])
      : fieldsOf(inner, where),
  )
}
