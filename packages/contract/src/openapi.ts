import { z } from 'zod'
import { operations } from './operations/index.ts'
import type { Operation } from './operations/operation.ts'
import { problemBody, problems, type ProblemCode } from './problem.ts'

type Json = Record<string, unknown>

/** Prints the OpenAPI 3.1 document of the whole interface from the operation rows; `serverUrl` is where it is served. */
export const openapi = (serverUrl: string): Json => {
  const components: Record<string, Json> = {}
  const paths: Record<string, Json> = {}
  for (const row of Object.values(operations) as Operation[]) {
    paths[row.path] = { ...paths[row.path], [row.method.toLowerCase()]: describeOperation(row, components) }
  }
  schemaOf(problemBody, 'output', components)
  return {
    openapi: '3.1.0',
    info: {
      title: 'billing-checkout',
      version: '1.0.0',
      description: 'Customers, plans, subscriptions, client sessions and payments.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl }],
    paths,
    components: {
      schemas: components,
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: sk_sandbox_… or sk_live_…' },
        clientToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: "A session's client token" },
      },
    },
  }
}

const describeOperation = (row: Operation, components: Record<string, Json>): Json => ({
  operationId: row.name,
  summary: row.summary,
  description: `See ${row.section}.`,
  tags: [row.path.split('/')[1]],
  security: row.callers.flatMap((caller) => security[caller]),
  parameters: [
    ...parametersIn('path', row.params, components),
    ...parametersIn('query', row.query, components),
    { name: 'X-API-Version', in: 'header', required: false, schema: { type: 'string', enum: ['1.0.0'] } },
    ...(row.method === 'POST' || row.method === 'PATCH' ? [idempotencyKey] : []),
  ],
  ...(row.body === null
    ? {}
    : { requestBody: { content: { 'application/json': { schema: schemaOf(row.body, 'input', components) } } } }),
  responses: {
    200: { description: 'OK', content: { 'application/json': { schema: schemaOf(row.answer, 'output', components) } } },
    default: {
      description: `An error. Codes of its own: ${listCodes(row.problems)}.`,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  },
})

const security = { merchant: [{ apiKey: [] }], widget: [{ clientToken: [] }], anyone: [{}] }

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key and request get the first answer again, for 30 days.',
  schema: { type: 'string', maxLength: 255 },
}

const listCodes = (codes: readonly ProblemCode[]): string =>
  codes.length === 0 ? 'none' : codes.map((code) => `${code} (${problems[code]})`).join(', ')

const parametersIn = (place: 'path' | 'query', schema: z.ZodType, components: Record<string, Json>): Json[] => {
  const { properties = {}, required = [] } = schemaOf(schema, 'input', components) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: property,
  }))
}

/** A JSON Schema whose named parts are moved to `components`, so that the document has each resource once. */
const schemaOf = (schema: z.ZodType, io: 'input' | 'output', components: Record<string, Json>): Json => {
  const printed = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' }) as Json
  const {
    $schema: _,
    $defs,
    ...rest
  } = JSON.parse(JSON.stringify(printed).replaceAll('"#/$defs/', '"#/components/schemas/')) as {
    $schema?: string
    $defs?: Record<string, Json>
  } & Json
  for (const [name, part] of Object.entries($defs ?? {})) components[name] ??= part
  const { id, ...inline } = rest as { id?: string } & Json
  if (id === undefined) return inline
  components[id] ??= inline
  return { $ref: `#/components/schemas/${id}` }
}
