import { html, nothing, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'

/** A column of a table. */
export interface Column<Row> {
  readonly label: string
  readonly cell: (row: Row) => unknown
  /** Amounts and counts stand at the end of the line, digit below digit. */
  readonly isNumber?: boolean
  /** Left out on a narrow screen; the page of the row has it. */
  readonly isWideOnly?: boolean
}

/** What a table shows. */
export interface TableOptions<Row> {
  /** Names the table for those who do not see it. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** The page of a row, which its first cell leads to; absent: none. */
  readonly pathOf?: (row: Row) => string
}

/** A table. A click on any part of a row opens its page, and the keyboard finds one link in each. */
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
