import pg from 'pg'
import { toCamelCase } from '../values/column-names.ts'

/** A query as it is sent. */
interface QueryConfig {
  readonly text: string
  readonly values: unknown[]
  /** Absent for a statement that is not prepared. */
  readonly name?: string
}

/** The row format of one prepared statement, in the driver's own objects. */
interface Description {
  readonly fields: readonly Field[]
  readonly _parsers: unknown
  readonly _prebuiltEmptyResultObject: unknown
}

interface Field {
  name: string
}

/** The row formats of the statements that one connection has prepared, by their names. */
export type RowDescriptions = Map<string, Description | undefined>

/**
 * A query of the driver that requests the row format of a prepared statement only once, because most of our results are shorter than their
 * descriptions. The description stays valid: PostgreSQL refuses a prepared statement whose columns have changed. Column names are
 * translated once with the description, not for each row.
 */
export class DescribeOnceQuery extends (pg.Query as unknown as DriverQueryClass) {
  readonly #descriptions: RowDescriptions
  /**
   * Set when PostgreSQL sends a row description. The number of described columns cannot replace this flag, because a description may have
   * no columns.
   */
  #answersRows = false

  constructor(
    { text, values, name }: QueryConfig,
    descriptions: RowDescriptions,
    callback: (error: Error | null, answer: pg.QueryResult) => void,
  ) {
    super(text, values, callback)
    if (name !== undefined) this.name = name
    this.#descriptions = descriptions
  }

  override prepare(connection: object): void {
    if (this.name === undefined || !this.#descriptions.has(this.name)) return super.prepare(connection)
    // A statement that returns no rows has no description.
    const known = this.#descriptions.get(this.name)
    if (known !== undefined) {
      // oxlint-disable-next-line no-underscore-dangle -- The driver's names for what a description sets.
      Object.assign(this, { _accumulateRows: true, _result: Object.assign(this._result, known) })
    }
    super.prepare(withoutDescribe(connection))
  }

  override handleRowDescription(message: { readonly fields: readonly Field[] }): void {
    this.#answersRows = true
    for (const field of message.fields) field.name = toCamelCase(field.name)
    super.handleRowDescription(message)
  }

  override handleDataRow(message: { readonly fields: readonly unknown[] }): void {
    // oxlint-disable-next-line no-underscore-dangle
    const described = this._result.fields.length
    if (message.fields.length === described) return super.handleDataRow(message)
    // The next query requests the description again, so only the queries in flight fail.
    if (this.name !== undefined) this.#descriptions.delete(this.name)
    // oxlint-disable-next-line no-underscore-dangle
    this._canceledDueToError = new TypeError(
      `A row has ${message.fields.length} columns instead of the described ${described}: something between this server and PostgreSQL prepared the statement again. Set a connection pooler to session mode.`,
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

/** Members of the driver's query class that its types leave out. */
interface DriverQuery extends Pick<pg.Query, 'submit'> {
  name: string | undefined
  _result: Description
  prepare(connection: object): void
  handleRowDescription(message: { readonly fields: readonly Field[] }): void
  handleDataRow(message: { readonly fields: readonly unknown[] }): void
  handleCommandComplete(message: object, connection: object): void
  /** Set to an error if rows cannot be read. Once the query is complete, it fails with this error. */
  _canceledDueToError: unknown
}

type DriverQueryClass = new (
  text: string,
  values: unknown[],
  callback: (error: Error | null, answer: pg.QueryResult) => void,
) => DriverQuery

/** A view of the connection through which queries never request a description. */
const withoutDescribe = (connection: object): object => {
  const known = connectionsWithoutDescribe.get(connection)
  if (known !== undefined) return known
  const made = Object.create(connection, { describe: { value: () => {} } }) as object
  connectionsWithoutDescribe.set(connection, made)
  return made
}

const connectionsWithoutDescribe = new WeakMap<object, object>()
