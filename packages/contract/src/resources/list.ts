import { z } from 'zod'
import { timestamp } from './fields.ts'

/** The envelope of every list (interface 2.9). */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({
    data: z.array(item),
    meta: z.strictObject({
      limit: z.int().min(1).max(1000),
      page: z.int().min(1),
      pages: z.int().min(0),
      total: z.int().min(0),
      snapshot_at: timestamp,
    }),
  })

/** The envelope of every list (interface 2.9). */
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
