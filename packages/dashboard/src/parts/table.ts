import { html, nothing, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'

/** A column of a table. */
export interface Column<Row> {
  readonly label: string
  readonly cell: (row: Row) => unknown
  /** Set for amounts and counts, which are right-aligned so that their digits line up. */
  readonly isNumber?: boolean
  /** Set if a narrow screen hides the column; the row's own page shows the value. */
  readonly isWideOnly?: boolean
}

/** The content of a table. */
export interface TableOptions<Row> {
  /** The accessible name of the table. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** The address of a row's page, to which the first cell links; absent if rows have no page. */
  readonly pathOf?: (row: Row) => string
}

/** A table. If rows have pages, a click anywhere on a row opens its page; for keyboard users, each row has one link. */
export const table = <Row>({ label, columns, rows, keyOf, pathOf }: TableOptions<Row>): TemplateResult =>
  html`<table class=${pathOf ? 'linked' : nothing} aria-label=${label}>
    <thead>
      <tr>
        ${columns.map((column) => html`<th scope="col" class=${classOf(column)}>${column.label}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${repeat(
        rows,
        keyOf,
        (row) =>
          html`<tr>
            ${columns.map((column, place) => {
              const cell = column.cell(row)
              return html`<td class=${classOf(column)}>
                ${place === 0 && pathOf ? html`<a href=${pathOf(row)}>${cell}</a>` : cell}
              </td>`
            })}
          </tr>`,
      )}
    </tbody>
  </table>`

const classOf = <Row>({ isNumber, isWideOnly }: Column<Row>): string =>
  [isNumber && 'number', isWideOnly && 'wide-only'].filter(Boolean).join(' ')
