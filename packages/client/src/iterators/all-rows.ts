import type { List } from '../interface.ts'

/** Requests a page of a list by its number and snapshot. */
export type FindPage<Query, Item> = (query: Query & PageChoice) => Promise<List<Item>>

interface PageChoice {
  readonly page: number
  readonly snapshot_at?: string | undefined
}

/**
 * Every row of a list. Pages are requested as their rows are read; `limit` is the size of a page. All pages show the first page's snapshot,
 * so a row that is inserted later neither appears nor moves others. But a row that changes may enter, leave or move within the list; other
 * rows may then be skipped or repeated.
 */
export async function* allRows<Query extends { readonly snapshot_at?: string | undefined }, Item>(
  findPage: FindPage<Query, Item>,
  query: Query,
): AsyncGenerator<Item, void, undefined> {
  let snapshot = query.snapshot_at
  for (let page = 1; ; page += 1) {
    const { data, meta } = await findPage({ ...query, page, snapshot_at: snapshot })
    yield* data
    if (page >= meta.pages) return
    snapshot = meta.snapshot_at
  }
}
