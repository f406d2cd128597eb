/** The lists of the back office. */
export const officeLists = ['deliveries', 'payments', 'disputes', 'subscriptions', 'customers'] as const

/** A list of the back office. */
export type OfficeList = (typeof officeLists)[number]

/** The state of the back office: the search, the snapshot, and the page of each list. */
export interface OfficeView {
  readonly search: string
  /** The snapshot that all pages show; null for the present. */
  readonly at: string | null
  readonly pages: Readonly<Record<OfficeList, number>>
}

/** Reads the view from the query of an address; invalid members count as absent. */
export const readOfficeView = (query: Readonly<Record<string, unknown>>): OfficeView => {
  const textOf = (name: string): string => (typeof query[name] === 'string' ? query[name].trim() : '')
  const pageOf = (list: OfficeList): number => (/^[1-9]\d{0,5}$/.test(textOf(list)) ? Number(textOf(list)) : 1)
  const at = textOf('at')
  return {
    search: textOf('search').slice(0, 200),
    at: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(at) && !Number.isNaN(Date.parse(at)) ? at : null,
    pages: Object.fromEntries(officeLists.map((list) => [list, pageOf(list)])) as OfficeView['pages'],
  }
}

/** The address of another page of one list; the other lists stay on their page. */
export const addressOfPage = ({ search, at, pages }: OfficeView, list: OfficeList, page: number): string => {
  const asked = Object.entries({ ...pages, [list]: page }).filter(([, each]) => each > 1)
  const query = new URLSearchParams([
    ...(search === '' ? [] : [['search', search]]),
    ...(at === null ? [] : [['at', at]]),
    ...asked.map(([name, each]) => [name, String(each)]),
  ])
  return `/orders?${query}#${list}`
}
