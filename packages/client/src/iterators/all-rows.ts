import type { List } from '../interface.ts'

/** A page of a list, asked for by its number and snapshot. */
export type FindPage<Query, Item> = (query: Query & PageChoice) => Promise<List<Item>>

interface PageChoice {
  readonly page: number
  readonly snapshot_at?: string | undefined
}

/**
 * Every row of a list, page by page as they are taken; `limit` is the size of a page. All pages show the snapshot of the
 * first, so rows that are inserted meanwhile neither appear nor push others onto two pages. A row that changes so that it
 * enters or leaves the filter, or its place in the sort, while it is being listed moves its neighbours all the same.
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
