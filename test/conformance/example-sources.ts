import type { OperationExample } from '#contract/examples/operation-example.ts'

// Generates the sources of the examples. An object in several examples is written once, next to the first, so that the differences are
// visible.

/** Source text that is not formatted yet. */
type Source = string

interface Shared {
  readonly value: object
  readonly name: string
  /** The folder of the operation that returns the object as a whole, or else of the first operation that contains it. */
  readonly room: string
  /** The operations whose examples contain the object. */
  readonly operations: readonly string[]
}

/** Where an object occurs: in which operation's example, as which member, and inside which object. */
interface Place {
  readonly operation: string
  /** Absent if the object is a whole body or answer. */
  readonly member?: string
  readonly parent?: object
}

/** The sources of the examples by operation, and of the shared objects by folder; `roomOf` returns an operation's folder. */
export const exampleSources = (
  examples: ReadonlyMap<string, OperationExample>,
  roomOf: (operation: string) => string,
): { readonly shared: ReadonlyMap<string, Source>; readonly operations: ReadonlyMap<string, Source> } => {
  const shared = sharedBy(examples, roomOf)
  const rooms = Map.groupBy(shared.values(), ({ room }) => room)
  return {
    shared: new Map([...rooms].map(([room, ofRoom]) => [room, sourceOfShared(room, ofRoom, shared)])),
    operations: new Map(
      [...examples].map(([name, example]) => [name, sourceOfExample({ name, example, room: roomOf(name) }, shared)]),
    ),
  }
}

const sourceOfShared = (room: string, ofRoom: readonly Shared[], shared: ReadonlyMap<string, Shared>): Source => {
  const written = ofRoom.map(({ value, name, operations }) => {
    const { text, used } = sourceOf(value, shared, value)
    return { used, text: `/** Part of the examples of ${inWords(operations)}. */\nexport const ${name} = ${text}\n` }
  })
  const elsewhere = written.flatMap(({ used }) => used).filter((each) => each.room !== room)
  return [importsOf(elsewhere, room), ...written.map(({ text }) => text)].join('\n')
}

const sourceOfExample = (
  { name, example, room }: { readonly name: string; readonly example: OperationExample; readonly room: string },
  shared: ReadonlyMap<string, Shared>,
): Source => {
  const { text, used } = sourceOf(example, shared)
  return `import type { OperationExample } from '../operation-example.ts'
${importsOf(used, room)}
/** A recorded request and answer of \`${name}\`. */
export const ${name}Example: OperationExample = ${text}
`
}

const importsOf = (used: readonly Shared[], room: string): Source =>
  [...Map.groupBy(new Set(used), (each) => each.room)]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([from, parts]) => {
      const names = parts.map(({ name }) => name).toSorted()
      return `import { ${names.join(', ')} } from '${from === room ? '.' : `../${from}`}/shared.ts'\n`
    })
    .join('')

/** The source of a value, and the shared objects that it refers to. `whole` itself is written out, not referred to. */
const sourceOf = (
  value: unknown,
  shared: ReadonlyMap<string, Shared>,
  whole?: object,
): { readonly text: Source; readonly used: readonly Shared[] } => {
  const used: Shared[] = []
  const write = (part: unknown): Source => {
    if (Array.isArray(part)) return `[${part.map(write).join(', ')}]`
    if (!isObject(part)) return JSON.stringify(part)
    const named = part === whole ? undefined : shared.get(JSON.stringify(part))
    if (named === undefined) return `{${Object.entries(part).map(writeMember).join(', ')}}`
    used.push(named)
    return named.name
  }
  const writeMember = ([member, inner]: [string, unknown]): Source => {
    const text = write(inner)
    return text === member ? member : `${JSON.stringify(member)}: ${text}`
  }
  return { text: write(value), used }
}

/** A shorter object fits on one line, and may therefore be repeated. */
const lengthMin = 115

/** The objects to write once, by their JSON, in an order in which each refers only to earlier ones. */
const sharedBy = (
  examples: ReadonlyMap<string, OperationExample>,
  roomOf: (operation: string) => string,
): ReadonlyMap<string, Shared> => {
  const places = placesIn(examples)
  let texts = [...places.keys()].filter((text) => text.length >= lengthMin && places.get(text)!.length > 1)
  // If an object occurs only inside another shared object, it is written there. Each such removal may leave another object with a single
  // use, so repeat.
  for (let left: readonly string[] = []; left.length !== texts.length;) {
    left = texts
    texts = left.filter((text) => timesNamed(text, left, examples) > 1)
  }
  const named: Shared[] = []
  for (const text of texts.toSorted(
    (one, other) => Number(isWholeIn(places, other)) - Number(isWholeIn(places, one)),
  )) {
    const value = JSON.parse(text) as object
    const stands = places.get(text)!
    named.push({
      value,
      name: freeName(stands[0]!, value, named),
      room: roomOf((stands.find(isWhole) ?? stands[0]!).operation),
      operations: [...new Set(stands.map(({ operation }) => operation))],
    })
  }
  return new Map(
    named
      .map((each) => [JSON.stringify(each.value), each] as const)
      .toSorted(([one], [other]) => one.length - other.length),
  )
}

/** Every place where an object occurs, by the object's JSON. */
const placesIn = (examples: ReadonlyMap<string, OperationExample>): ReadonlyMap<string, readonly Place[]> => {
  const places = new Map<string, Place[]>()
  const visit = (value: unknown, place: Place): void => {
    if (Array.isArray(value)) for (const each of value) visit(each, place)
    if (!isObject(value)) return
    const text = JSON.stringify(value)
    places.set(text, [...(places.get(text) ?? []), place])
    for (const [member, inner] of Object.entries(value))
      visit(inner, { operation: place.operation, member, parent: value })
  }
  for (const [operation, { request, answer }] of examples)
    for (const whole of [answer, request.body]) visit(whole, { operation })
  return places
}

/** How often the sources write or refer to an object, if each object in `shared` is written only once. */
const timesNamed = (
  text: string,
  shared: readonly string[],
  examples: ReadonlyMap<string, OperationExample>,
): number => {
  let times = 0
  const visit = (value: unknown, isWhole = false): void => {
    if (Array.isArray(value)) for (const each of value) visit(each)
    if (!isObject(value)) return
    const own = JSON.stringify(value)
    if (own === text) times += isWhole ? 0 : 1
    if (isWhole || !shared.includes(own)) for (const inner of Object.values(value)) visit(inner)
  }
  for (const { request, answer } of examples.values()) for (const whole of [answer, request.body]) visit(whole)
  for (const each of shared) visit(JSON.parse(each), true)
  return times
}

/** Whether an object is the whole answer of an operation, or an item in the list of an answer. Such objects get the simple names. */
const isWhole = ({ parent, member }: Place): boolean => parent === undefined || member === 'data'
const isWholeIn = (places: ReadonlyMap<string, readonly Place[]>, text: string): boolean =>
  places.get(text)!.some(isWhole)

/** `sample` and the object's noun. If another object has that name, the name also contains the object's parent or operation. */
const freeName = ({ operation, member, parent }: Place, value: object, taken: readonly Shared[]): string => {
  const noun = `sample${capitalized(nounOf(value) ?? inCamelCase(member ?? operation))}`
  const owner = (parent && nounOf(parent)) ?? operation
  const names = [noun, `${noun}Of${capitalized(owner)}`, `${noun}Of${capitalized(operation)}`]
  const free = names.find((name) => taken.every((other) => other.name !== name))
  if (free === undefined) throw new Error(`Three different objects would be called ${noun} of ${operation}.`)
  return free
}

/** The kind of an object: from the prefix of its id, or, for an amount with a currency symbol, from its members. */
const nounOf = (value: object): string | undefined => {
  if ('currency_symbol' in value) return 'currency_exchange_rate' in value ? 'localPrice' : 'price'
  const { id } = value as { readonly id?: unknown }
  return typeof id === 'string' ? nouns[/^[a-z]+(?=_)/.exec(id)?.[0] ?? ''] : undefined
}

const nouns: Readonly<Record<string, string>> = {
  '': 'clientSession',
  cus: 'customer',
  dp: 'dispute',
  pay: 'payment',
  pm: 'paymentMethod',
  price: 'plan',
  sub: 'subscription',
  wd: 'webhookDelivery',
  we: 'webhookEndpoint',
}

const inCamelCase = (name: string): string => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

const inWords = (operations: readonly string[]): string =>
  [operations.slice(0, -1).join(', '), operations.at(-1)].filter(Boolean).join(' and ')

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
