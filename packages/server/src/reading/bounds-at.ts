import { z } from 'zod'

interface JsonSchema {
  readonly $ref?: string
  readonly anyOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly items?: JsonSchema
  readonly minimum?: number
  readonly maximum?: number
  readonly $defs?: Readonly<Record<string, JsonSchema>>
}

/** Returns both bounds of the number that a schema describes at a path; `undefined` unless the schema has both. */
export const boundsAt = (schema: z.ZodType, path: readonly PropertyKey[]): Bounds | undefined => {
  const root = printedOnce(schema)
  const found = path
    .reduce<readonly JsonSchema[]>((schemas, key) => schemas.flatMap((part) => membersOf(part, key, root)), [root])
    .flatMap((part) => unfold(part, root))
    .find(isBounded)
  return found && { minimum: found.minimum, maximum: found.maximum }
}

const membersOf = (schema: JsonSchema, key: PropertyKey, root: JsonSchema): JsonSchema[] =>
  unfold(schema, root)
    .map((part) => (typeof key === 'number' ? part.items : part.properties?.[String(key)]))
    .filter((part) => part !== undefined)

/** A schema and all schemas that it is composed of at this level. */
const unfold = (schema: JsonSchema, root: JsonSchema): JsonSchema[] => {
  const named = schema.$ref === undefined ? undefined : root.$defs?.[schema.$ref.replace('#/$defs/', '')]
  const parts = [...(named === undefined ? [] : [named]), ...(schema.anyOf ?? []), ...(schema.allOf ?? [])]
  return [schema, ...parts.flatMap((part) => unfold(part, root))]
}

interface Bounds {
  readonly minimum: number
  readonly maximum: number
}

const isBounded = (schema: JsonSchema): schema is JsonSchema & Bounds =>
  isBound(schema.minimum) && isBound(schema.maximum)

/** The schema library adds JavaScript's largest safe integer as a bound. It is not a rule of ours, so it does not count. */
const isBound = (bound: number | undefined): boolean => bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER

const printed = new WeakMap<z.ZodType, JsonSchema>()

const printedOnce = (schema: z.ZodType): JsonSchema => {
  const known = printed.get(schema)
  if (known !== undefined) return known
  const fresh = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  printed.set(schema, fresh)
  return fresh
}
