import { z } from 'zod'
import { examples } from './examples/index.ts'
import type { OperationExample } from './examples/operation-example.ts'
import { type OperationName, operations } from './operations/index.ts'
import type { Operation } from './operations/parts/operation.ts'
import { problemsOf } from './operations/parts/problems-of.ts'
import { tags } from './operations/parts/tags.ts'
import { problemMeanings } from './problem-meanings.ts'
import { event, type EventType, thinEvent } from './resources/event.ts'
import { eventMeanings, typedEvents } from './resources/event-objects.ts'
import { itemOfList } from './resources/list.ts'
import { json } from './resources/metadata.ts'
import { problemBody, type ProblemCode, problems } from './problem.ts'

type Json = Record<string, unknown>

/** The OpenAPI 3.1 document of the whole interface, generated from its operations; `serverUrl` is the address of the server. */
export const openapi = (serverUrl: string): Json => {
  const components: Record<string, Json> = {}
  const paths: Record<string, Json> = {}
  const typed = typedEvents.map((each) => ({ ...each, body: schemaOf(each.schema, 'output', components) }))
  components['Event'] = eventByType(typed)
  for (const operation of Object.values(operations) as Operation[]) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describeOperation(operation, components),
    }
  }
  schemaOf(problemBody, 'output', components)
  return {
    openapi: '3.1.0',
    info: {
      title: 'billing-checkout',
      version: '1.0.0',
      description: introduction.join('\n\n'),
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'Whoever runs this server', url: serverUrl },
    },
    servers: [{ url: serverUrl, description: 'This server' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    webhooks: Object.fromEntries(typed.map((each) => [each.type, { post: describeWebhook(each, components) }])),
    components: {
      schemas: components,
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key of your organization, `sk_sandbox_…` or `sk_live_…`. Never use it in a page.',
        },
        clientToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'A client token, which `findCheckout` answers: good for one session and at most 15 minutes.',
        },
        portalToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description:
            'A client token of the portal, which `createPortalSession` and `findPortal` answer: good for one customer and at most 15 minutes.',
        },
      },
    },
  }
}

const introduction = [
  'Customers, plans, subscriptions, client sessions and payments.',
  'Amounts are integers in minor units of their currency. Timestamps are ISO 8601 in UTC with milliseconds. Every field of a resource is always present; a field that does not apply is null, `[]` or `{}`. Success is 200, also for creations, and a declined card is a payment, not an error. Errors all have one body, whose `code` is permanent.',
  'Unknown members and parameters are refused. Fields, event types and error codes may be added to answers: ignore those that you do not know.',
] as const

const describeOperation = (operation: Operation, components: Record<string, Json>): Json => {
  const { request, answer } = examples[operation.name as OperationName]
  return {
    operationId: operation.name,
    summary: operation.summary,
    description: [...operation.description, `**Who may call:** ${callersInWords(operation)}.`].join('\n\n'),
    tags: [operation.path.split('/')[1]],
    security: operation.callers.flatMap((caller) => security[caller]),
    parameters: [
      ...parametersIn('path', operation, request.params, components),
      ...parametersIn('query', operation, request.query, components),
      versionHeader,
      ...(operation.method === 'POST' || operation.method === 'PATCH' ? [idempotencyKey] : []),
    ],
    ...(operation.body === null
      ? {}
      : {
          requestBody: {
            required: true,
            content: {
              'application/json': { schema: schemaOf(operation.body, 'input', components), example: request.body },
            },
          },
        }),
    responses: {
      200: {
        description: 'The request succeeded.',
        content: {
          'application/json': { schema: schemaOf(operation.answer, 'output', components), example: answer },
          ...(itemOfList(operation.answer) !== null && { 'text/csv': { schema: csvText } }),
        },
      },
      ...errorResponses(operation),
    },
  }
}

const csvText = {
  type: 'string',
  description:
    'Every row of the list, whatever `limit` and `page` are, after a line of names such as `customer.email`. Arrays and free-form members are JSON. Text that a spreadsheet would read as a formula starts with an apostrophe.',
}

const security = {
  merchant: [{ apiKey: [] }],
  // Operations that only dashboard users may call are not part of this document.
  user: [],
  widget: [{ clientToken: [] }],
  portal: [{ portalToken: [] }],
  anyone: [{}],
}

const callersInWords = ({ callers, scope }: Operation): string =>
  callers
    .map((caller) =>
      caller === 'merchant' ? `an API key with \`${scope?.resource}: ${scope?.access}\`` : callerNames[caller],
    )
    .join(', or ')

const callerNames = {
  user: 'a user of the dashboard',
  widget: 'a client token, for its own session',
  portal: 'a client token of the portal, for its own customer',
  anyone: 'anyone, without a credential',
} as const

const versionHeader = {
  name: 'X-API-Version',
  in: 'header',
  required: false,
  description: 'The version of the interface that you were written for; absent: this one.',
  schema: { type: 'string', enum: ['1.0.0'] },
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Your own identifier of this request. For 30 days, the same request with the same key gets the first answer again and has no second effect.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

/** One response for each HTTP status that the operation can return, with its error codes. */
const errorResponses = (operation: Operation): Json =>
  Object.fromEntries(
    Object.entries(Object.groupBy(problemsOf(operation), (code) => problems[code])).map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `- \`${code}\`: ${problemMeanings[code]}`).join('\n'),
        content: { 'application/json': { schema: errorOf(codes) } },
      },
    ]),
  )

const errorOf = (codes: readonly ProblemCode[]): Json => ({
  allOf: [
    { $ref: '#/components/schemas/Error' },
    { type: 'object', properties: { error: { type: 'object', properties: { code: { enum: codes } } } } },
  ],
})

const parametersIn = (
  place: 'path' | 'query',
  { [place === 'path' ? 'params' : 'query']: schema }: Operation,
  sent: OperationExample['request']['params'],
  components: Record<string, Json>,
): Json[] => {
  const { properties = {}, required = [] } = schemaOf(schema, 'input', components) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    description,
    schema: property,
    ...(sent[name] === undefined ? {} : { example: property['type'] === 'integer' ? Number(sent[name]) : sent[name] }),
  }))
}

interface TypedEvent {
  readonly type: EventType
  readonly name: string
  readonly body: Json
}

/** A union of all events, discriminated by `type`, so that client generators produce typed events. */
const eventByType = (typed: readonly TypedEvent[]): Json => ({
  description: event.meta()?.description,
  oneOf: typed.map(({ body }) => body),
  discriminator: {
    propertyName: 'type',
    mapping: Object.fromEntries(typed.map(({ type, body }) => [type, body['$ref']])),
  },
})

const describeWebhook = ({ type, name, body }: TypedEvent, components: Record<string, Json>): Json => ({
  operationId: `${name.charAt(0).toLowerCase()}${name.slice(1)}`,
  summary: `Event ${type}`,
  description: [eventMeanings[type], ...webhookRules].join('\n\n'),
  tags: ['events'],
  security: [{}],
  parameters: webhookHeaders,
  requestBody: {
    required: true,
    description: 'The event, or only its ids if the `payload` of the endpoint is `thin`.',
    content: { 'application/json': { schema: { oneOf: [body, schemaOf(thinEvent, 'output', components)] } } },
  },
  responses: {
    '2XX': { description: 'Your server has accepted the event.' },
    410: { description: 'Your server wants no more events: the endpoint is disabled.' },
    default: { description: 'Your server has not accepted the event, which is sent again.' },
  },
})

const webhookRules = [
  'Sent by POST to each of your webhook endpoints that asks for this type, until your server answers with a status from 200 to 299 within 15 seconds. An event may arrive twice: recognise it by `webhook-id`.',
  'Signed as [Standard Webhooks](https://www.standardwebhooks.com) says: verify the signature over the body as it arrived, before you parse it, and refuse a `webhook-timestamp` that is more than five minutes old.',
] as const

const webhookHeaders = [
  {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description: 'Identifier of the event, the same on every try.',
    schema: { type: 'string' },
  },
  {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description: 'When this try was made, in seconds since 1970.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
  },
  {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description:
      'Signatures, separated by spaces: one for each secret that is valid, two while a secret is rotated. Each is `v1,` and the HMAC-SHA256 in base64 of the id, the timestamp and the body, joined by full stops. The key is what follows `whsec_` in the secret, decoded from base64.',
    schema: { type: 'string', pattern: '^v1,[A-Za-z0-9+/]+=*( v1,[A-Za-z0-9+/]+=*)*$' },
  },
  {
    name: 'webhook-gap',
    in: 'header',
    required: false,
    description:
      'Only from an endpoint of `mode` `ordered`: identifiers, separated by commas, of earlier events of the same subject that are not sent any more.',
    schema: { type: 'string' },
  },
] as const

/** The JSON Schema of `schema`. Its named parts are moved to `components`, so that the document contains each resource once. */
const schemaOf = (schema: z.ZodType, io: 'input' | 'output', components: Record<string, Json>): Json => {
  const printed = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
    // An empty schema also allows any JSON. It is used here, because some generators cannot express a recursive type.
    override: ({ zodSchema, jsonSchema }) => {
      if ((zodSchema as unknown) === json) delete jsonSchema.anyOf
    },
  }) as Json
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
