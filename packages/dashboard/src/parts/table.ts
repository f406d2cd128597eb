import { html, nothing, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'

/** A column of a table. */
export interface Column<Row> {
  readonly label: string
  readonly cell: (row: Row) => unknown
  /** Amounts and counts are right-aligned, digit below digit. */
  readonly isNumber?: boolean
  /** Hidden on a narrow screen; the row's own page shows the value. */
  readonly isWideOnly?: boolean
}

/** What a table shows. */
export interface TableOptions<Row> {
  /** The accessible name of the table. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** The page that the first cell links to; absent: rows have no page. */
  readonly pathOf?: (row: Row) => string
}

/** A table. A click anywhere on a row opens its page; for the keyboard each row has one link. */
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
