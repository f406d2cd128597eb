import { parse, PGlite, protocol, type QueryOptions, type Results, type Transaction } from '@electric-sql/pglite'
import { isOutdatedStatement } from '../errors/error-codes.ts'
import { StatementNames } from '../statements/statement-names.ts'

type Values = readonly unknown[]

/**
 * A PGlite that plans most statements once (see {@link StatementNames}) and runs each of them with one message instead of six. Planning and
 * messages cost more than most of our statements themselves, so this saves a third of the server's processor time. It uses PGlite's
 * published protocol functions: check them at each major version. It supports only the forms of `query` that Kysely uses.
 */
export class PipelinedPglite extends PGlite {
  readonly #names = new StatementNames()
  /** The parameter types of each planned statement, by its name. */
  readonly #typesOf = new Map<string, readonly number[]>()
  #plansUntil = performance.now() + planMillisMin
  #planMillis = planMillisMin

  override async query<Row>(text: string, values: unknown[] = [], options?: QueryOptions): Promise<Results<Row>> {
    const ask = this.#runnerFor<Row>(text, values, options)
    if (ask === undefined) return super.query(text, values, options)
    // oxlint-disable-next-line no-underscore-dangle -- PGlite's names for what its own `query` does.
    await this._checkReady()
    // oxlint-disable-next-line no-underscore-dangle
    const answer = await this._runExclusiveTransaction(() => this.runExclusive(ask))
    if (!this.isInTransaction()) await this.syncToFs()
    return answer
  }

  override transaction<Answer>(run: (transaction: Transaction) => Promise<Answer>): Promise<Answer> {
    return super.transaction((transaction) =>
      run({
        ...transaction,
        query: <Row>(text: string, values: unknown[] = [], options?: QueryOptions) => {
          const ask = this.#runnerFor<Row>(text, values, options)
          return ask === undefined ? transaction.query<Row>(text, values, options) : this.runExclusive(ask)
        },
      }),
    )
  }

  /** Returns a function that runs a statement with one message; `undefined` if only planning would reveal the types of its parameters. */
  #runnerFor<Row>(text: string, values: Values, options?: QueryOptions): (() => Promise<Results<Row>>) | undefined {
    const name = this.#names.nameOf(text, values)
    if (name !== undefined) return () => this.#askPlanned<Row>({ name, text, values }, options)
    return values.length === 0 ? () => this.#askOnce<Row>(text, options) : undefined
  }

  async #askOnce<Row>(text: string, options?: QueryOptions): Promise<Results<Row>> {
    return this.#read(await this.#send(serialize.parse({ text }), ...execution('', [])), options)
  }

  async #askPlanned<Row>(statement: PlannedStatement, options?: QueryOptions): Promise<Results<Row>> {
    if (performance.now() > this.#plansUntil && !this.isInTransaction()) await this.#planAgain()
    try {
      return await this.#execute<Row>(statement, options)
    } catch (error) {
      if (!isOutdatedStatement(error)) throw error
      await this.#forget(statement)
      // Inside a transaction, only the whole transaction can run again: see `retryOnConflict`.
      if (this.isInTransaction()) throw error
      return this.#execute<Row>(statement, options)
    }
  }

  async #execute<Row>(statement: PlannedStatement, options?: QueryOptions): Promise<Results<Row>> {
    const types = await this.#plan(statement)
    const written = statement.values.map((value, place) => this.#write(value, types[place]))
    return this.#read(await this.#send(...execution(statement.name, written)), options)
  }

  /** Plans a statement unless it is already planned, and returns the types of its parameters. */
  async #plan({ name, text }: PlannedStatement): Promise<readonly number[]> {
    const known = this.#typesOf.get(name)
    if (known !== undefined) return known
    const describe = serialize.describe({ type: 'S', name })
    const types = parse.parseDescribeStatementResults(
      await this.#send(serialize.parse({ name, text }), describe, serialize.sync()),
    )
    this.#typesOf.set(name, types)
    return types
  }

  /**
   * Drops all plans, because a plan that was made while a table was nearly empty is bad once the table is full. As in `PipelinedClient`,
   * the first drop comes after a second, and each wait for the next drop is twice as long, up to a limit.
   */
  async #planAgain(): Promise<void> {
    this.#planMillis = Math.min(this.#planMillis * 2, planMillisMax)
    this.#plansUntil = performance.now() + this.#planMillis
    await this.#send(serialize.query('discard plans'))
  }

  #write(value: unknown, type: number | undefined): string | null {
    if (value === null || value === undefined) return null
    const serializer = type === undefined ? undefined : this.serializers[type]
    return serializer ? serializer(value) : String(value)
  }

  #read<Row>(answers: Answers, options?: QueryOptions): Results<Row> {
    return parse.parseResults(answers, this.parsers, options)[0] as Results<Row>
  }

  async #forget({ name }: PlannedStatement): Promise<void> {
    this.#typesOf.delete(name)
    await this.#send(serialize.close({ type: 'S', name }), serialize.sync())
  }

  #send(...messages: readonly Uint8Array[]): Promise<Answers> {
    return this.execProtocolStream(Buffer.concat(messages), { syncToFs: false })
  }
}

type Answers = Parameters<typeof parse.parseResults>[0]

interface PlannedStatement {
  readonly name: string
  readonly text: string
  readonly values: Values
}

const { serialize } = protocol

const planMillisMin = 1000
const planMillisMax = 10_000

const execution = (statement: string, values: (string | null)[]): Uint8Array[] => [
  serialize.bind({ statement, values }),
  serialize.describe({ type: 'P' }),
  serialize.execute({}),
  serialize.sync(),
]
