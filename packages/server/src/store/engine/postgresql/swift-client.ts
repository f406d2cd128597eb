import pg from 'pg'
import { isOutdatedStatement } from '../is-outdated-statement.ts'
import { nameOf } from '../statement-names.ts'

type Answer = pg.QueryResult<Record<string, unknown>>

/**
 * A connection that saves round trips and planning, because both cost more than most of our statements. What is asked for
 * in one turn of the event loop leaves in one packet; `begin` travels with the first statement of its transaction; and a
 * statement with parameters is planned once for each connection. It is asked in the one way in which Kysely asks.
 */
export class SwiftClient extends pg.Client {
  /** A `begin` that was promised and waits for its first statement. */
  #held: string | undefined
  #isGathering = false
  /** Part of every statement's name: raised when the names were given for tables that have changed since. */
  #generation = 0
  #plansUntil = performance.now() + planMillisMin
  #planMillis = planMillisMin

  constructor(config?: pg.ClientConfig) {
    super({ ...config, pipeline: true })
  }

  // The driver's own method has a dozen forms.
  override query(...asked: unknown[]): never {
    return this.#ask(...(asked as [text: string, values: readonly unknown[]])) as never
  }

  async #ask(text: string, values: readonly unknown[]): Promise<Answer> {
    if (/^(begin|start transaction)\b/.test(text)) {
      this.#held = text
      return nothing('BEGIN')
    }
    if (this.#held === undefined) return this.#send(text, values)
    const begin = this.#held
    this.#held = undefined
    // A transaction that did nothing needs no server.
    if (text === 'commit' || text === 'rollback') return nothing(text.toUpperCase())
    const begun = this.#send(begin, [])
    // If it fails, so does what follows; and of what is sent behind that, the first failure has to be heard first.
    begun.catch(() => {})
    const answer = await this.#send(text, values)
    await begun
    return answer
  }

  async #send(text: string, values: readonly unknown[]): Promise<Answer> {
    this.#gather()
    const name = nameOf(text, values)
    if (name === undefined) return super.query(text, [...values])
    if (performance.now() > this.#plansUntil) this.#planAgain()
    try {
      return await super.query({ name: `${name}_${this.#generation}`, text, values: [...values] })
    } catch (error) {
      if (!isOutdatedStatement(error)) throw error
      this.#generation += 1
      // Inside a transaction only the whole of it can be done again: see `retryOnConflict`.
      if (this.getTransactionStatus() !== 'I') throw error
      return this.#send(text, values)
    }
  }

  /**
   * A plan made while a table is nearly empty reads all of it, and PostgreSQL makes another only when it has counted the
   * rows anew. So plans are given up after a second, and then after twice the time before.
   */
  #planAgain(): void {
    this.#planMillis = Math.min(this.#planMillis * 2, planMillisMax)
    this.#plansUntil = performance.now() + this.#planMillis
    // It fails where a transaction has failed already, and the next time will do.
    super.query('discard plans').catch(() => {})
  }

  /** Keeps what is written until everything that can be asked for without waiting has been. */
  #gather(): void {
    if (this.#isGathering) return
    this.#isGathering = true
    const { stream } = this.connection
    stream.cork()
    process.nextTick(() => {
      this.#isGathering = false
      stream.uncork()
    })
  }
}

const planMillisMin = 1000
const planMillisMax = 10_000

const nothing = (command: string): Answer => ({ command, rowCount: 0, oid: 0, fields: [], rows: [] })
