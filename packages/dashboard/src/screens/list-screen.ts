import type { List } from '@billing-checkout/client'
import { html, nothing, type TemplateResult } from 'lit'
import { copyCurl } from '../parts/copy.ts'
import { downloadCsv } from './download-csv.ts'
import { empty } from '../parts/facts.ts'
import { fieldsOfPage } from '../parts/field.ts'
import { Loaded } from '../parts/loaded.ts'
import { pager } from '../parts/pager.ts'
import { type Column, table } from '../parts/table.ts'
import { navigate } from '../places/navigate.ts'
import type { ScreenName } from '../places/place.ts'
import { pathIn } from '../shell/context.ts'
import { Screen } from './screen.ts'

/** One page of a list, read from the address. */
export interface ListQuery {
  readonly page: number
  readonly limit: number
  /** The filters in the address that are not empty. */
  readonly filters: Readonly<Record<string, string>>
}

const perPage = 25

/** A list with filters. Its whole state is in the address, so that a copied link shows the same list. */
export abstract class ListScreen<Row> extends Screen {
  protected readonly rows = new Loaded<List<Row>>(
    this,
    () => JSON.stringify([this.place.query, this.context.organization.id]),
    (signal) => this.load(this.query(), signal),
    { keepsFormer: true },
  )

  protected abstract load(query: ListQuery, signal: AbortSignal): Promise<List<Row>>
  protected abstract heading(): string
  protected abstract columns(): readonly Column<Row>[]
  protected abstract keyOf(row: Row): string
  /** The path of the operation that lists the rows. */
  protected abstract readonly apiPath: string
  protected abstract emptyText(): readonly [heading: string, hint: string]
  /** The fields of the filters. */
  protected filterFields(): unknown {
    return nothing
  }
  /** Converts the filters in the address to the filters of the operation. */
  protected apiFilters(filters: ListQuery['filters']): Readonly<Record<string, string>> {
    return filters
  }
  protected pathOfRow(_row: Row): string | undefined {
    return undefined
  }
  /** The level of the list's heading: 2 if the list is below another heading. */
  protected headingLevel(): 1 | 2 {
    return 1
  }
  /** Buttons next to the heading. */
  protected actions(): unknown {
    return nothing
  }
  /** Content above the heading. */
  protected above(): unknown {
    return nothing
  }
  protected drawRows(rows: readonly Row[]): TemplateResult {
    const hasPaths = rows[0] !== undefined && this.pathOfRow(rows[0]) !== undefined
    return table({
      label: this.heading(),
      columns: this.columns(),
      rows,
      keyOf: (row) => this.keyOf(row),
      ...(hasPaths && { pathOf: (row: Row) => this.pathOfRow(row) ?? '' }),
    })
  }

  override render(): TemplateResult {
    const { say } = this.context
    const hasFilters = Object.keys(this.query().filters).length > 0
    const fields = fieldsOfPage(() => this.filterFields())
    return html`${this.above()}
      <header class="heading">
        ${this.headingLevel() === 1 ? html`<h1>${this.heading()}</h1>` : html`<h2>${this.heading()}</h2>`}
        <div class="buttons">
          ${this.actions()}
          <button type="button" class="button quiet" @click=${this.#download}>${say('csv.download')}</button>
          ${copyCurl(say, { method: 'GET', path: this.#apiAddress() })}
        </div>
      </header>
      ${
        fields === nothing
          ? nothing
          : html`<form class="filters" aria-label=${say('list.filters')} @submit=${this.#filter}>
              ${fields}
              <div class="buttons">
                <button class="button primary">${say('list.filter')}</button>
                ${hasFilters ? html`<a class="button" href=${location.pathname}>${say('list.reset')}</a>` : nothing}
              </div>
            </form>`
      }
      ${this.rows.draw(say, ({ data, meta }) => {
        if (data.length > 0)
          return html`${this.drawRows(data)} ${pager(this.context, meta, (page) => this.#pathWith({ page }))}`
        return hasFilters ? empty(say('list.empty'), say('list.emptyHint')) : empty(...this.emptyText())
      })}`
  }

  /** The value of a filter in the address. */
  protected filtered(name: string): string {
    return this.place.query[name] ?? ''
  }

  protected query(): ListQuery {
    const { page, ...filters } = this.place.query
    const filled = Object.entries(filters).filter(([, value]) => value !== '')
    return {
      page: Math.max(1, Number.parseInt(page ?? '1', 10) || 1),
      limit: perPage,
      filters: Object.fromEntries(filled),
    }
  }

  #pathWith(changes: Readonly<Record<string, string>>): string {
    const { screen, id, query } = this.place
    // A list is drawn only on a screen of the organization.
    return pathIn(this.context, screen as ScreenName, id, { ...query, ...changes })
  }

  #apiAddress(): string {
    const { filters, page, limit } = this.query()
    const query = { ...this.apiFilters(filters), page: String(page), limit: String(limit) }
    return `${this.apiPath}?${new URLSearchParams(query)}`
  }

  /** Downloads all rows of the list, not only the shown page. */
  readonly #download = (): Promise<void> => {
    const query = new URLSearchParams(this.apiFilters(this.query().filters))
    const name = `${this.apiPath.slice(1)}-${new Date().toISOString().slice(0, 10)}.csv`
    return downloadCsv(this.context, `${this.apiPath}?${query}`, name)
  }

  readonly #filter = (event: SubmitEvent): void => {
    event.preventDefault()
    const typed = [...new FormData(event.target as HTMLFormElement)].map(([name, value]) => [
      name,
      String(value).trim(),
    ])
    const { screen, id } = this.place
    navigate(pathIn(this.context, screen as ScreenName, id, Object.fromEntries(typed) as Record<string, string>))
  }
}
