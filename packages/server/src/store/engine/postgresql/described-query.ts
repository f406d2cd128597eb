import pg from 'pg'
import { inCamelCase } from '../values/in-camel-case.ts'

/** What a query is sent with. */
interface QueryConfig {
  readonly text: string
  readonly values: unknown[]
  /** Absent for a statement that is not prepared. */
  readonly name?: string
}

/** What the rows of one prepared statement consist of; an object of the driver's own for each part. */
interface Description {
  readonly fields: readonly Field[]
  readonly _parsers: unknown
  readonly _prebuiltEmptyResultObject: unknown
}

interface Field {
  name: string
}

/** The descriptions of the statements that one connection has prepared, by their names. */
export type Descriptions = Map<string, Description | undefined>

/**
 * A query of the driver that asks once for each prepared statement what its rows consist of. PostgreSQL refuses a prepared statement
 * whose columns have changed, so the description stays true, and most of our answers are shorter than their descriptions. Columns get
 * the code's names when they are described, and not again in each row.
 */
export class DescribedQuery extends (pg.Query as unknown as DriverQueryClass) {
  readonly #descriptions: Descriptions
  /** Rows may have no columns, so their number does not tell. */
  #answersRows = false

  constructor(
    { text, values, name }: QueryConfig,
    descriptions: Descriptions,
    callback: (error: Error | null, answer: pg.QueryResult) => void,
  ) {
    super(text, values, callback)
    if (name !== undefined) this.name = name
    this.#descriptions = descriptions
  }

  override prepare(connection: object): void {
    if (this.name === undefined || !this.#descriptions.has(this.name)) return super.prepare(connection)
    // What returns no rows has no description.
    const known = this.#descriptions.get(this.name)
    if (known !== undefined) {
      // oxlint-disable-next-line no-underscore-dangle -- The driver's names for what a description sets.
      Object.assign(this, { _accumulateRows: true, _result: Object.assign(this._result, known) })
    }
    super.prepare(withoutDescribe(connection))
  }

  override handleRowDescription(message: { readonly fields: readonly Field[] }): void {
    this.#answersRows = true
    for (const field of message.fields) field.name = inCamelCase(field.name)
    super.handleRowDescription(message)
  }

  override handleDataRow(message: { readonly fields: readonly unknown[] }): void {
    // oxlint-disable-next-line no-underscore-dangle
    const described = this._result.fields.length
    if (message.fields.length === described) return super.handleDataRow(message)
    // The next query describes its rows again, so only the queries in flight fail.
    if (this.name !== undefined) this.#descriptions.delete(this.name)
    // oxlint-disable-next-line no-underscore-dangle
    this._canceledDueToError = new TypeError(
      `A row has ${message.fields.length} columns, described were ${described}: something between this server and PostgreSQL prepared the statement again. A pooler has to be in session mode.`,
    )
  }

  override handleCommandComplete(message: object, connection: object): void {
    super.handleCommandComplete(message, connection)
    // oxlint-disable-next-line no-underscore-dangle
    if (this.name === undefined || this._canceledDueToError || this.#descriptions.has(this.name)) return
    // oxlint-disable-next-line no-underscore-dangle
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
    this.#descriptions.set(this.name, this.#answersRows ? { fields, _parsers, _prebuiltEmptyResultObject } : undefined)
  }
}

/** The driver's query as it is inside, which its types leave out. */
interface DriverQuery extends Pick<pg.Query, 'submit'> {
  name: string | undefined
  _result: Description
  prepare(connection: object): void
  handleRowDescription(message: { readonly fields: readonly Field[] }): void
  handleDataRow(message: { readonly fields: readonly unknown[] }): void
  handleCommandComplete(message: object, connection: object): void
  /** Set if its rows cannot be read; it then fails with this once it is complete. */
  _canceledDueToError: unknown
}

type DriverQueryClass = new (
  text: string,
  values: unknown[],
  callback: (error: Error | null, answer: pg.QueryResult) => void,
) => DriverQuery

/** The same connection, but its queries never request a description. */
const withoutDescribe = (connection: object): object => {
  const known = connectionsWithoutDescribe.get(connection)
  if (known !== undefined) return known
  const made = Object.create(connection, { describe: { value: () => {} } }) as object
  connectionsWithoutDescribe.set(connection, made)
  return made
}

const connectionsWithoutDescribe = new WeakMap<object, object>()
