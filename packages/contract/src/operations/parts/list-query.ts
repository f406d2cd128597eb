import { z } from 'zod'
import { idInput, timestampInput, timestampInputOfEnd } from '../../resources/fields.ts'
import { text } from '../../resources/text.ts'

/** A whole number in a query string, from `min` to `max`. */
export const integerText = (min: number, max: number) =>
  z
    .string()
    .regex(/^-?\d{1,16}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(min).max(max))
    .meta({ type: 'integer', minimum: min, maximum: max, pattern: undefined })

/** Which page of a list to return, and in which order. Defaults: limit 100, page 1, order desc. */
const paging = {
  limit: integerText(1, 1000).optional().meta({ description: 'Items per page, 1 to 1000. Default 100.' }),
  page: integerText(1, 1_000_000_000)
    .optional()
    .meta({ description: 'Page number from 1. Default 1. A page past the end is empty.' }),
  order: z.enum(['asc', 'desc']).optional().meta({ description: '`asc`: ascending. `desc`: descending, the default.' }),
}

/** The query parameters of a list that can be sorted and searched. Defaults: limit 100, page 1, order desc. */
export const listQuery = <const Fields extends readonly ['created_at', ...string[]]>(sortFields: Fields) => ({
  ...paging,
  sort: z
    .enum(sortFields)
    .optional()
    .meta({
      description: `What to sort by. Default created_at. Ties break by id.${warningOf(sortFields)}`,
    }),
  snapshot_at: timestampInput.optional().meta({
    description: `Only rows created at or before it, as they are when a page is read. Page with the value echoed in meta to see each row exactly once, as long as neither the sort nor a filter is by what changes meanwhile.`,
  }),
  search: text(200)
    .optional()
    .meta({ description: 'Only items with this text, in upper or lower case, in their id or one of their texts.' }),
})

/** The query parameters of a list that is always sorted by creation time and cannot be searched. */
export const pageQuery = {
  ...paging,
  snapshot_at: timestampInput.optional().meta({
    description: `Only rows created at or before it. Page with the value echoed in meta to see each row exactly once.`,
  }),
}

/** Fields that never change after an item was created. */
const unchanging: ReadonlySet<string> = new Set(['created_at', 'amount', 'amount_usd', 'currency_code'])

/** A warning about sorting by a field that can change: even with a snapshot, an item may then move between pages. */
const warningOf = (sortFields: readonly string[]): string => {
  const changing = sortFields.filter((field) => !unchanging.has(field))
  return ` By ${changing.join(', ')}, a row that changes between two pages may come twice, or push another out of both: page by created_at where each row has to come once.`
}

/** Filters for lists whose items belong to a customer. */
export const filtersByCustomer = (items: string) => ({
  customer_id: idInput.optional().meta({ description: `Only ${items} of this customer.` }),
  external_id: text(255)
    .optional()
    .meta({ description: `Only ${items} of the customer whom you know by this \`external_id\`.` }),
})

/** Bounds on `created_at`; both bounds are inclusive. */
export const filtersByCreatedAt = {
  from: timestampInput.optional().meta({
    description: 'Only what was created at this instant or later; a date alone means the start of that day in UTC.',
  }),
  to: timestampInputOfEnd.optional().meta({
    description: 'Only what was created at this instant or earlier; a date alone means the end of that day in UTC.',
  }),
}

/** Filters for lists whose items have a status: one parameter for one status, one for several. */
export const filtersByStatus = <const Values extends readonly [string, ...string[]]>(
  items: string,
  statuses: Values,
) => ({
  status: z
    .enum(statuses)
    .optional()
    .meta({ description: `Only ${items} in this status.` }),
  status_in: enumList(statuses)
    .optional()
    .meta({ description: `Only ${items} in one of these statuses, comma-separated or repeated.` }),
})

/**
 * Values of an enumeration: comma-separated, repeated, or both. A filter by several values has the field's name with `_in`, a filter by one
 * value the field's name.
 */
export const enumList = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z
    .union([z.string(), z.array(z.string())])
    .transform((given) => [given].flat().flatMap((part) => part.split(',').map((value) => value.trim())))
    .pipe(z.array(z.enum(values)).min(1))
