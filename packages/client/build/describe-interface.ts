import * as contract from '@billing-checkout/contract'
import { problemsOf } from '@billing-checkout/contract'
import { z } from 'zod'
import { vocabularies } from './vocabularies.ts'

type Json = { readonly [member: string]: unknown }

/**
 * Prints the types of the interface as TypeScript without imports: every named resource and vocabulary, the body and
 * query of every operation, and the methods of the client, all with the contract's descriptions.
 */
export const describeInterface = (): string => {
  const printer = new Printer()
  const operations = Object.values(contract.operations) as unknown as readonly contract.Operation[]
  const described = operations.map((operation) => describeOperation(printer, operation))
  // Named resources that no operation returns directly; events and lists contain them.
  for (const schema of resources) printer.typeOf(schema, 'output')
  return [
    '// Written by packages/client/build/write-interface.ts from the contract. Do not change it by hand.',
    '',
    "import type { RequestOptions, WriteOptions } from './request-options.ts'",
    '',
    ...vocabularies.map(([name, about, values]) => `/** ${about} */\nexport type ${name} = ${unionOf(values)}\n`),
    ...printer.named(),
    ...described.flatMap(({ types }) => types),
    '/** A method for every operation of the interface. */',
    'export interface Methods {',
    ...described.map(({ method }) => method),
    '}',
    '',
    '/** What the events of each type carry as `data.object`. */',
    'export interface EventObjects {',
    ...Object.entries(contract.eventObjects).map(
      ([type, schema]) =>
        `  /** ${contract.eventMeanings[type as contract.EventType]} */\n  readonly ${JSON.stringify(type)}: ${printer.typeOf(schema, 'output')}`,
    ),
    '}',
    '',
    '/** One thing that is wrong with a request. */',
    "export type ProblemDetail = ProblemBody['error']['details'][number]",
    '',
    '/** What each operation is sent and answers. */',
    'export interface Operations {',
    ...described.map(({ row }) => row),
    '}',
    '',
  ].join('\n')
}

const resources: readonly z.ZodType[] = [
  contract.problemBody,
  contract.thinEvent,
  ...Object.values(contract.eventObjects),
]

interface DescribedOperation {
  readonly types: readonly string[]
  readonly method: string
  readonly row: string
}

const describeOperation = (printer: Printer, operation: contract.Operation): DescribedOperation => {
  const { name, method, params, query, body, answer, summary, description, problems } = operation
  const capital = `${name[0]?.toUpperCase()}${name.slice(1)}`
  const types: string[] = []
  const own = (suffix: string, about: string, type: string): string => {
    types.push(`/** ${about} */\nexport type ${capital}${suffix} = ${type}\n`)
    return `${capital}${suffix}`
  }
  const hasId = membersOf(printer.schemaOf(params, 'input')).length > 0
  const queryMembers = printer.schemaOfQuery(query)
  const queryType =
    membersOf(queryMembers).length === 0
      ? 'never'
      : own('Query', `The query of \`${name}\`.`, printer.print(queryMembers, 'query'))
  const bodySchema = body === null ? null : printer.schemaOf(body, 'input')
  const bodyType =
    bodySchema === null ? 'never' : own('Body', `The body of \`${name}\`.`, printer.print(bodySchema, 'input'))
  const printed = printer.typeOf(answer, 'output')
  const answerType = printed.startsWith('{') ? own('Answer', `The answer of \`${name}\`.`, printed) : printed
  const changes = method === 'POST' || method === 'PATCH'
  const given = [
    ...(hasId ? ['id: string'] : []),
    ...(bodySchema === null ? [] : [`body${mayBeEmpty(bodySchema) ? '?' : ''}: ${bodyType}`]),
    ...(queryType === 'never' ? [] : [`query?: ${queryType}`]),
    `options?: ${changes ? 'WriteOptions' : 'RequestOptions'}`,
  ]
  const inCommon = problemsOf(operation).filter((code) => !problems.includes(code))
  const doc = [
    `${summary}.`,
    '',
    ...description.flatMap((paragraph) => [...paragraph.split('\n'), '']),
    ...(hasId ? ['@param id The identifier in the path.'] : []),
    ...(bodySchema === null ? [] : ['@param body What is sent.']),
    ...(queryType === 'never' ? [] : ['@param query Filters and options of the request.']),
    `@param options Time-out and signal${changes ? ', and the idempotency key' : ''} of this request.`,
    `@throws {BillingError} With \`code\` ${[...problems, ...inCommon].map((code) => `\`${code}\``).join(', ')}.`,
  ]
  return {
    types,
    method: `${docOf(doc)}\n  readonly ${name}: (${given.join(', ')}) => Promise<${answerType}>`,
    row: `  readonly ${name}: { readonly body: ${bodyType}; readonly query: ${queryType}; readonly answer: ${answerType} }`,
  }
}

const membersOf = (schema: Json): readonly string[] => Object.keys((schema['properties'] ?? {}) as Json)

const mayBeEmpty = (schema: Json): boolean => ((schema['required'] ?? []) as readonly string[]).length === 0

const unionOf = (values: readonly unknown[]): string => values.map((value) => JSON.stringify(value)).join(' | ')

/** A description as a doc comment; a text that would end the comment is escaped. */
const docOf = (lines: readonly string[], indent = '  '): string =>
  [
    `${indent}/**`,
    ...lines.map((line) => `${indent} * ${line.replaceAll('*/', '*\\/')}`.trimEnd()),
    `${indent} */`,
  ].join('\n')

type Kind = 'input' | 'output' | 'query'

/** Prints JSON Schemas as TypeScript types, and collects those that have a name. */
class Printer {
  readonly #named = new Map<string, string>()
  readonly #byValues = new Map(vocabularies.map(([name, , values]) => [JSON.stringify(values), name]))

  /** The TypeScript type of a contract schema. */
  typeOf(schema: z.ZodType, io: 'input' | 'output'): string {
    return this.print(this.schemaOf(schema, io), io)
  }

  /** The JSON Schema of a contract schema; its named parts are collected. */
  schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
    const { $defs = {}, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json & { $defs?: Json }
    for (const [name, part] of Object.entries($defs)) this.#remember(name, part as Json, io)
    const { id } = rest as { readonly id?: string }
    if (id === undefined) return rest
    this.#remember(id, rest, io)
    return { $ref: `#/$defs/${id}` }
  }

  /**
   * The schema of a query. Each member has the type to which the server parses it, such as a number; if that type is unknown, the type that
   * the client sends.
   */
  schemaOfQuery(query: z.ZodType): Json {
    const sent = this.schemaOf(query, 'input')
    const read = (this.schemaOf(query, 'output')['properties'] ?? {}) as Readonly<Record<string, Json>>
    const members = Object.entries((sent['properties'] ?? {}) as Readonly<Record<string, Json>>)
    const properties = members.map(([name, member]): [string, Json] => {
      const { description } = member
      const isKnown = this.print(read[name] ?? {}, 'query') !== 'unknown'
      return [name, isKnown ? { ...read[name], description } : member]
    })
    return { ...sent, properties: Object.fromEntries(properties) }
  }

  /** Every named type, sorted. */
  named(): readonly string[] {
    return [
      listType,
      ...[...this.#named].toSorted(([one], [other]) => one.localeCompare(other)).map(([, text]) => text),
    ]
  }

  #remember(id: string, schema: Json, io: 'input' | 'output'): void {
    const name = names[id] ?? id
    if (this.#named.has(name)) return
    this.#named.set(name, '')
    const about = [String(schema['description'] ?? `${name}.`)]
    const { description: _, ...part } = schema
    this.#named.set(name, `${docOf(about, '')}\nexport type ${name} = ${this.print(part, io)}\n`)
  }

  /** The type as text. */
  print(schema: Json, kind: Kind): string {
    const { $ref, anyOf, oneOf, allOf, enum: values, type } = schema
    if (typeof $ref === 'string') {
      const id = $ref.replace(/^#\/\$defs\//, '')
      return $ref === '#' ? 'Json' : (names[id] ?? id)
    }
    if ('not' in schema) return 'undefined'
    if ('const' in schema) return JSON.stringify(schema['const'])
    if (Array.isArray(values)) return this.#byValues.get(JSON.stringify(values)) ?? unionOf(values)
    const either = (anyOf ?? oneOf) as readonly Json[] | undefined
    if (either !== undefined) return [...new Set(either.map((each) => this.print(each, kind)))].join(' | ')
    if (Array.isArray(allOf)) return (allOf as readonly Json[]).map((each) => `(${this.print(each, kind)})`).join(' & ')
    if (Array.isArray(type))
      return (type as readonly string[]).map((each) => this.print({ ...schema, type: each }, kind)).join(' | ')
    switch (type) {
      case 'string':
      case 'boolean':
      case 'null':
        return type
      case 'integer':
      case 'number':
        return 'number'
      case 'array': {
        const item = this.print((schema['items'] ?? {}) as Json, kind === 'query' ? 'output' : kind)
        if (kind === 'query') return `${item} | readonly (${item})[]`
        return kind === 'input' ? `readonly (${item})[]` : `(${item})[]`
      }
      case 'object':
        return this.#printObject(schema, kind)
      default:
        return 'unknown'
    }
  }

  #printObject(schema: Json, kind: Kind): string {
    const properties = (schema['properties'] ?? {}) as Readonly<Record<string, Json>>
    const names = Object.keys(properties)
    const { additionalProperties } = schema
    if (names.length === 0) {
      if (typeof additionalProperties !== 'object' || additionalProperties === null) return 'Record<string, never>'
      return `{ [key: string]: ${this.print(additionalProperties as Json, kind)} }`
    }
    const { data, meta } = properties
    if (kind === 'output' && data && names.length === 2 && meta && isListMeta(meta))
      return `List<${this.print((data['items'] ?? {}) as Json, kind)}>`
    const required = new Set((schema['required'] ?? []) as readonly string[])
    const members = names.map((name) => {
      const member = properties[name] ?? {}
      const { description } = member
      const doc = typeof description === 'string' ? `${docOf([description])}\n` : ''
      const type = this.print(member, kind)
      return `${doc}  ${/^\w+$/.test(name) ? name : JSON.stringify(name)}${required.has(name) ? '' : '?'}: ${type}${required.has(name) ? '' : ' | undefined'}`
    })
    return `{\n${members.join('\n')}\n}`
  }
}

const isListMeta = (meta: Json): boolean =>
  ['limit', 'page', 'pages', 'total', 'snapshot_at'].every((name) => name in ((meta['properties'] ?? {}) as Json))

/** Names that differ from those in the OpenAPI document. */
const names: Readonly<Record<string, string>> = { Error: 'ProblemBody' }

const listType = `/** A page of a list. */
export interface List<Item> {
  /** The items of this page; \`[]\` past the end. */
  readonly data: Item[]
  /** Which page this is, and of how many. */
  readonly meta: {
    readonly limit: number
    readonly page: number
    readonly pages: number
    readonly total: number
    /** The snapshot that this page shows; send it along to page through the same one. */
    readonly snapshot_at: string
  }
}
`
