import { z } from 'zod'
import { timestamp } from './fields.ts'

/** The envelope of every list. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({
    data: z.array(item).describe('The items of this page; `[]` past the end.'),
    meta: z
      .strictObject({
        limit: z.int().min(1).max(1000).describe('How many items a page has at most.'),
        page: z.int().min(1).describe('Number of this page, from 1.'),
        pages: z.int().min(0).describe('How many pages there are at this snapshot; 0 if nothing matches.'),
        total: z.int().min(0).describe('How many items match at this snapshot, on all pages together.'),
        snapshot_at: timestamp.describe(
          'The snapshot that this page shows; send it along to page through the same one.',
        ),
      })
      .describe('Which page this is, and of how many.'),
  })

/** The schema of an answer's items, if the answer is a list with page numbers; else null. */
export const itemOfList = (answer: z.ZodType): z.ZodType | null => {
  if (!(answer instanceof z.ZodObject)) return null
  const { data, meta } = answer.shape as Record<string, z.ZodType | undefined>
  const isPaged = meta instanceof z.ZodObject && 'pages' in meta.shape
  return isPaged && data instanceof z.ZodArray ? (data.element as z.ZodType) : null
}

/** The envelope of every list, as a type. */
export interface List<Item> {
  readonly data: Item[]
  readonly meta: {
    readonly limit: number
    readonly page: number
    readonly pages: number
    readonly total: number
    readonly snapshot_at: string
  }
}
