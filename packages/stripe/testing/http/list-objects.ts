import type { Stripe } from 'stripe'
import { invalidRequestError } from './refusal.ts'
import { nestedParams, type Params, refuseUnknownParams, textParam, integerParam } from './read-form.ts'

interface Listable {
  readonly id: string
  readonly created: number
}

const limitMax = 100
const paging = ['limit', 'starting_after', 'ending_before', 'created']
const ranges = ['gt', 'gte', 'lt', 'lte'] as const

/** A page of objects, the newest first. `filters` are the members that a request may filter by; `objects` are in the order of creation. */
export const listObjects = <Object extends Listable>(
  path: string,
  objects: Iterable<Object>,
  params: Params,
  filters: readonly (keyof Object & string)[] = [],
): Stripe.ApiList<Object> => {
  refuseUnknownParams(params, [...paging, ...filters])
  const limit = integerParam(params, 'limit') ?? 10
  if (limit < 1 || limit > limitMax) throw invalidRequestError('The limit is between 1 and 100.', { param: 'limit' })
  const matching = [...objects]
    .toReversed()
    .filter((object) => isInRange(object.created, params))
    .filter((object) => filters.every((name) => params[name] === undefined || object[name] === params[name]))
  const after = textParam(params, 'starting_after')
  const before = textParam(params, 'ending_before')
  const from = after === undefined ? 0 : placeOf(matching, after, 'starting_after') + 1
  const until = before === undefined ? matching.length : placeOf(matching, before, 'ending_before')
  const between = matching.slice(from, until)
  const page = before === undefined ? between.slice(0, limit) : between.slice(-limit)
  return { object: 'list', url: path, has_more: between.length > page.length, data: page }
}

const placeOf = (objects: readonly Listable[], id: string, param: string): number => {
  const place = objects.findIndex((object) => object.id === id)
  if (place === -1) throw invalidRequestError(`No such object: '${id}'`, { param, code: 'resource_missing' })
  return place
}

const isInRange = (created: number, params: Params): boolean => {
  const range = params['created']
  if (range === undefined) return true
  if (typeof range === 'string') return created === Number(range)
  const bounds = nestedParams(params, 'created')
  refuseUnknownParams(bounds, ranges)
  const [gt, gte, lt, lte] = ranges.map((name) => integerParam(bounds, name))
  return (
    created > (gt ?? -Infinity) &&
    created >= (gte ?? -Infinity) &&
    created < (lt ?? Infinity) &&
    created <= (lte ?? Infinity)
  )
}
