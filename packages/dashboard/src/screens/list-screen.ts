import type { List } from '@billing-checkout/client'
import { html, nothing, type TemplateResult } from 'lit'
import { button } from '../parts/button.ts'
import { copyCurlButton } from '../parts/copy.ts'
import { emptyState } from '../parts/description-list.ts'
import { type Field, field, drawPageFields, select } from '../parts/field.ts'
import { LoadController } from '../parts/load-controller.ts'
import { pager } from '../parts/pager.ts'
import { type Column, table } from '../parts/table.ts'
import { navigate } from '../places/navigate.ts'
import type { ScreenName } from '../places/screen-location.ts'
import { screenPath } from '../shell/context.ts'
import type { MessageName } from '../words/en.ts'
import { downloadCsv } from './download-csv.ts'
import { Screen } from './screen.ts'

/** The filters in the address that are not empty. */
export type Filters = Readonly<Record<string, string>>

const perPage = 25

/** A list with filters. Its whole state is in the address, so that a copied link shows the same list. */
export abstract class ListScreen<Row extends { readonly id: string }, Query> extends Screen {
  protected readonly rows = new LoadController<List<Row>>(
    this,
    () => JSON.stringify([this.place.query, this.context.organization.id]),
    // A cast, because the filters are unchecked text from the address; the server checks them.
    (signal) => this.load(this.#apiQuery() as Query, signal),
    { keepsFormer: true },
  )

  protected abstract readonly heading: MessageName
  /** What an empty list without filters shows. */
  protected abstract readonly ifEmpty: readonly [heading: MessageName, hint: MessageName]
  /** The path of the operation that lists the rows. */
  protected abstract readonly apiPath: string
  /** The level of the list's heading: 2 if the list is below another heading. */
  protected readonly headingLevel: 1 | 2 = 1
  /** Whether each row has a page of its own. */
  protected readonly hasPages: boolean = true

  protected abstract load(query: Query, signal: AbortSignal): Promise<List<Row>>
  protected abstract columns(): readonly Column<Row>[]
  /** The fields of the filters. */
  protected abstract filterFields(): readonly TemplateResult[]
  /** Converts the filters in the address to the filters of the operation. */
  protected apiFilters(filters: Filters): Filters {
    return filters
  }
  protected pathOfRow({ id }: Row): string {
    return this.#pathOf(id)
  }
  /** Buttons next to the heading. */
  protected actions(): unknown {
    return nothing
  }
  /** Content above the heading. */
  protected above(): unknown {
    return nothing
  }

  override render(): TemplateResult {
    const { say } = this.context
    const { id, query } = this.place
    const heading = say(this.heading)
    const hasFilters = Object.keys(this.#filters()).length > 0
    return html`${this.above()}
      <header class="heading">
        ${this.headingLevel === 1 ? html`<h1>${heading}</h1>` : html`<h2>${heading}</h2>`}
        <div class="buttons">
          ${this.actions()} ${button(say('csv.download'), this.#download, 'quiet')}
          ${copyCurlButton(say, { method: 'GET', path: `${this.apiPath}?${new URLSearchParams(this.#apiQuery())}` })}
        </div>
      </header>
      <form class="filters" aria-label=${say('list.filters')} @submit=${this.#filter}>
        ${drawPageFields(() => this.filterFields())}
        <div class="buttons">
          <button class="button primary">${say('list.filter')}</button>
          ${hasFilters ? html`<a class="button" href=${location.pathname}>${say('list.reset')}</a>` : nothing}
        </div>
      </form>
      ${this.rows.draw(say, ({ data, meta }) => {
        if (data.length > 0)
          return html`${this.#table(data)} ${pager(this.context, meta, (page) => this.#pathOf(id, { ...query, page }))}`
        const [title, hint] = hasFilters ? (['list.empty', 'list.emptyHint'] as const) : this.ifEmpty
        return emptyState(say(title), say(hint))
      })}`
  }

  protected textFilter(
    name: string,
    label: MessageName,
    options: Pick<Field, 'type' | 'lengthMin' | 'lengthMax'>,
  ): TemplateResult {
    const value = this.place.query[name] ?? ''
    return field({ name, label: this.context.say(label), value, isOptional: true, ...options })
  }

  protected searchFilter(): TemplateResult {
    return this.textFilter('search', 'list.search', { type: 'search', lengthMax: 200 })
  }

  /** A filter by status; `all` is the text of the choice that shows the rows of every status. */
  protected statusFilter(
    name: string,
    choices: readonly (readonly [value: string, text: MessageName])[],
    all: MessageName = 'list.all',
  ): TemplateResult {
    const { say } = this.context
    return select({
      name,
      label: say('list.status'),
      value: this.place.query[name] ?? '',
      choices: [['', all] as const, ...choices].map(([value, text]) => [value, say(text)]),
    })
  }

  /** Filters for the first and the last day of the list. */
  protected periodFilters(): readonly TemplateResult[] {
    return [this.textFilter('from', 'list.from', { type: 'date' }), this.textFilter('to', 'list.to', { type: 'date' })]
  }

  #table(rows: readonly Row[]): TemplateResult {
    return table({
      label: this.context.say(this.heading),
      columns: this.columns(),
      rows,
      keyOf: ({ id }) => id,
      ...(this.hasPages && { pathOf: (row: Row) => this.pathOfRow(row) }),
    })
  }

  #filters(): Filters {
    const { page: _, ...filters } = this.place.query
    return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''))
  }

  /** The query of the operation for the page of the list in the address. */
  #apiQuery(): Filters {
    const page = Math.max(1, Number.parseInt(this.place.query['page'] ?? '1', 10) || 1)
    return { ...this.apiFilters(this.#filters()), page: String(page), limit: String(perPage) }
  }

  /** The address of this list with other filters or another page, or of a row's page. */
  #pathOf(id: string | null, query: Filters = {}): string {
    // The address names a screen, because a list is drawn only on a screen of the organization.
    return screenPath(this.context, this.place.screen as ScreenName, id, query)
  }

  /** Downloads all rows of the list, not only the shown page. */
  readonly #download = (): Promise<void> => {
    const query = new URLSearchParams(this.apiFilters(this.#filters()))
    const name = `${this.apiPath.slice(1)}-${new Date().toISOString().slice(0, 10)}.csv`
    return downloadCsv(this.context, `${this.apiPath}?${query}`, name)
  }

  readonly #filter = (event: SubmitEvent): void => {
    event.preventDefault()
    const form = new FormData(event.target as HTMLFormElement)
    const typed = [...form].map(([name, value]) => [name, String(value).trim()] as const)
    navigate(this.#pathOf(this.place.id, Object.fromEntries(typed)))
  }
}
