import { invalidRequestError } from './refusal.ts'

/** The parameters of a request, nested by the brackets in their names; every leaf is text. */
export type Params = { readonly [name: string]: string | Params | readonly (string | Params)[] }

type Branch = { [name: string]: string | Branch }

/** Parses `a[b][c]=d` and `a[0]=b` into nested members and lists. */
export const readForm = (form: string): Params => {
  const root: Branch = Object.create(null) as Branch
  for (const [name, value] of new URLSearchParams(form)) place(root, partsOf(name), value)
  return withLists(root) as Params
}

const partsOf = (name: string): readonly string[] => name.replaceAll(']', '').split('[')

const place = (branch: Branch, [first = '', ...rest]: readonly string[], value: string): void => {
  const name = first === '' ? String(Object.keys(branch).length) : first
  if (rest.length === 0) {
    Object.assign(branch, { [name]: value })
    return
  }
  const next = branch[name]
  const inner = typeof next === 'object' ? next : (Object.create(null) as Branch)
  Object.assign(branch, { [name]: inner })
  place(inner, rest, value)
}

const withLists = (value: string | Branch): string | Params | readonly (string | Params)[] => {
  if (typeof value === 'string') return value
  const entries = Object.entries(value).map(([name, inner]) => [name, withLists(inner)] as const)
  const isList = entries.length > 0 && entries.every(([name], place) => name === String(place))
  return isList ? entries.map(([, inner]) => inner as string | Params) : (Object.fromEntries(entries) as Params)
}

/** A parameter as text; undefined if the request lacks it. An empty text clears a member, so it is returned unchanged. */
export const textParam = (params: Params, name: string): string | undefined => {
  const value = params[name]
  if (value === undefined) return undefined
  if (typeof value !== 'string') throw invalidRequestError(`Invalid string: ${name}`, { param: name })
  return value
}

/** A parameter as a whole number; undefined if the request lacks it. */
export const integerParam = (params: Params, name: string): number | undefined => {
  const text = textParam(params, name)
  if (text === undefined) return undefined
  if (!/^-?\d{1,15}$/.test(text))
    throw invalidRequestError(`Invalid integer: ${text}`, { param: name, code: 'parameter_invalid_integer' })
  return Number(text)
}

/** A parameter as a boolean; undefined if the request lacks it. */
export const booleanParam = (params: Params, name: string): boolean | undefined => {
  const text = textParam(params, name)
  if (text === undefined) return undefined
  if (text !== 'true' && text !== 'false') throw invalidRequestError(`Invalid boolean: ${text}`, { param: name })
  return text === 'true'
}

/** A parameter's members; empty if the request lacks it. */
export const nestedParams = (params: Params, name: string): Params => {
  const value = params[name]
  if (value === undefined || value === '') return {}
  if (typeof value === 'string' || Array.isArray(value))
    throw invalidRequestError(`Invalid object: ${name}`, { param: name })
  return value as Params
}

/** A parameter as a list of texts; undefined if the request lacks it. */
export const textListParam = (params: Params, name: string): readonly string[] | undefined => {
  const value = params[name]
  if (value === undefined) return undefined
  if (!Array.isArray(value) || value.some((each) => typeof each !== 'string'))
    throw invalidRequestError(`Invalid array: ${name}`, { param: name, code: 'parameter_invalid_empty' })
  return value as readonly string[]
}

/** Throws if a parameter is unknown to the operation. */
export const refuseUnknownParams = (params: Params, known: readonly string[]): void => {
  if (params['payment_method_types'] !== undefined)
    throw invalidRequestError('payment_method_types can only be read in this version.', {
      code: 'payment_method_types_no_longer_supported',
      param: 'payment_method_types',
    })
  const unknown = Object.keys(params).find((name) => name !== 'expand' && !known.includes(name))
  if (unknown !== undefined)
    throw invalidRequestError(`Received unknown parameter: ${unknown}`, { code: 'parameter_unknown', param: unknown })
}

/** The metadata after a request: its entries replace earlier entries with the same names; an empty text removes an entry. */
export const metadataOf = (params: Params, before: Readonly<Record<string, string>> = {}): Record<string, string> => {
  const entries = Object.entries(nestedParams(params, 'metadata'))
  for (const [name, value] of entries)
    if (name.length > 40 || typeof value !== 'string' || value.length > 500)
      throw invalidRequestError('Metadata names have at most 40 characters, values 500.', {
        param: `metadata[${name}]`,
      })
  const merged = Object.entries({ ...before, ...Object.fromEntries(entries) }) as [string, string][]
  if (merged.length > 50) throw invalidRequestError('Metadata has at most 50 entries.', { param: 'metadata' })
  return Object.fromEntries(merged.filter(([, value]) => value !== ''))
}
