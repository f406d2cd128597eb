import type { Socket } from 'node:net'
import pg from 'pg'
import { isOutdatedStatement } from '../errors/error-codes.ts'
import { noAnswerTimeoutMark } from '../statements/statement-marks.ts'
import { hasPlan, StatementNames } from '../statements/statement-names.ts'
import { retryOnConflict } from '../transactions/retry-on-conflict.ts'
import { DescribeOnceQuery, type RowDescriptions } from './describe-once-query.ts'

type Answer = pg.QueryResult<Record<string, unknown>>

/**
 * A connection that saves round trips and planning, because both cost more than most of our statements. It sends the queries of one turn of
 * the event loop in one packet. `begin` travels with the first statement of its transaction. Most statements are planned once for each
 * connection, so a pooler has to run in session mode. It supports only the form of `query` that Kysely uses.
 */
export class PipelinedClient extends pg.Client {
  /** A `begin` that is not sent yet, although its caller already has a result. It travels with the first statement of its transaction. */
  #unsentBegin: string | undefined
  /** Whether the next statement belongs to a transaction, even if results of the transaction's earlier statements are still outstanding. */
  #isInTransaction = false
  #isGathering = false
  readonly #descriptions: RowDescriptions = new Map()
  readonly #planned: SharedPlans
  #plansUntil = performance.now() + planMillisMin
  #planMillis = planMillisMin
  #unanswered = 0
  #isReadOnly = false
  #isDying = false
  #withoutAnswerTimeout = false

  constructor(config: PipelinedClientConfig = {}) {
    super({ ...config, pipeline: true })
    this.#planned = config.planned ?? { generation: 0, names: new StatementNames() }
    // The caller that waits for a statement gets the error. Without this listener, a broken connection would also end the process.
    this.on('error', () => {})
    this.once('connect', () => this.#limitSilence(config))
  }

  /**
   * Whether the database on this connection no longer accepts writes. After a failover, a new connection leads to one that accepts them.
   */
  get isReadOnly(): boolean {
    return this.#isReadOnly
  }

  /** Whether the server has announced that it will end this connection. */
  get isDying(): boolean {
    return this.#isDying
  }

  /** Applies the silence limit again, after a statement with the mark {@link noAnswerTimeoutMark} has suspended it. */
  endSilence(): void {
    this.#withoutAnswerTimeout = false
  }

  /** Drops the connection without notifying the server. */
  abandon(reason: Error): void {
    this.connection.stream.destroy(reason)
  }

  // The parameters are untyped, because the driver's own method has a dozen overloads.
  override query(...asked: unknown[]): never {
    return this.#ask(...(asked as [text: string, values: readonly unknown[]])) as never
  }

  async #ask(text: string, values: readonly unknown[]): Promise<Answer> {
    if (/^(begin|start transaction)\b/.test(text)) {
      this.#isInTransaction = true
      this.#unsentBegin = text
      return nothing('BEGIN')
    }
    if (text === 'commit' || text === 'rollback') this.#isInTransaction = false
    if (this.#unsentBegin === undefined) return this.#send(text, values)
    const begin = this.#unsentBegin
    this.#unsentBegin = undefined
    // A transaction that has sent nothing needs no round trip.
    if (text === 'commit' || text === 'rollback') return nothing(text.toUpperCase())
    const begun = this.#send(begin, [])
    // If `begin` fails, the next statement fails, too, and the caller gets the error of that statement.
    begun.catch(() => {})
    const answer = await this.#send(text, values)
    await begun
    return answer
  }

  /**
   * Sends a statement. Outside a transaction, it sends the statement again if PostgreSQL cancelled it only because of another transaction.
   * Inside a transaction, only the whole transaction can run again. The method reads `#isInTransaction` before it sends the statement: the
   * commit may be sent in the same packet and resets the flag before the error arrives.
   */
  async #send(text: string, values: readonly unknown[]): Promise<Answer> {
    this.#batchPackets()
    const name = this.#planned.names.nameOf(text, values)
    if (name === undefined) this.#withoutAnswerTimeout ||= text.includes(noAnswerTimeoutMark)
    else if (performance.now() > this.#plansUntil) this.#planAgain()
    const ask = () =>
      name === undefined ? this.#answered({ text, values: [...values] }) : this.#askPlanned(name, text, values)
    return this.#isInTransaction || !hasPlan(text) ? ask() : retryOnConflict(ask)
  }

  async #askPlanned(name: string, text: string, values: readonly unknown[]): Promise<Answer> {
    const { generation } = this.#planned
    try {
      return await this.#answered({ name: `${name}_${generation}`, text, values: [...values] })
    } catch (error) {
      // Another statement with the same generation may already have raised the number.
      if (isOutdatedStatement(error)) this.#planned.generation = Math.max(this.#planned.generation, generation + 1)
      throw error
    }
  }

  async #answered(asked: ConstructorParameters<typeof DescribeOnceQuery>[0]): Promise<Answer> {
    this.#unanswered += 1
    try {
      return await new Promise<Answer>((resolve, reject) => {
        super.query(
          new DescribeOnceQuery(asked, this.#descriptions, (error, answer) =>
            error ? reject(error) : resolve(answer),
          ),
        )
      })
    } catch (error) {
      const { code, severity } = error as { code?: unknown; severity?: unknown }
      this.#isReadOnly ||= code === readOnlyTransaction
      this.#isDying ||= severity === 'FATAL' || severity === 'PANIC'
      throw error
    } finally {
      this.#unanswered -= 1
    }
  }

  /**
   * Ends the connection if the server sends nothing for too long. If the network cuts a server off, TCP would let its clients wait for a
   * quarter of an hour. PostgreSQL cancels every statement sooner than this limit, so a server that is silent for longer is gone.
   */
  #limitSilence({ silenceMillisMax, onSilence }: PipelinedClientConfig): void {
    if (silenceMillisMax === undefined) return
    const stream = this.connection.stream as Socket
    stream.setTimeout(silenceMillisMax)
    stream.on('timeout', () => {
      if (this.#unanswered === 0 || this.#withoutAnswerTimeout) return
      this.abandon(new SilentConnection(silenceMillisMax))
      onSilence?.()
    })
  }

  /**
   * Drops the connection's plans. The first drop comes after a second, and each wait for the next drop is twice as long, up to a minute. A
   * plan that was made while a table was nearly empty reads the whole table, and PostgreSQL replaces the plan only after it has counted the
   * rows again.
   */
  #planAgain(): void {
    this.#planMillis = Math.min(this.#planMillis * 2, planMillisMax)
    this.#plansUntil = performance.now() + this.#planMillis
    // If the connection is in a failed transaction, this statement fails, too. The next `discard plans` will succeed.
    super.query('discard plans').catch(() => {})
  }

  /** Delays the packet until all queries of this turn of the event loop are in it. */
  #batchPackets(): void {
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

/** How a connection is opened. */
export interface PipelinedClientConfig extends pg.ClientConfig {
  /** Milliseconds to wait for the server's answer to a statement before the connection is dropped; absent: no limit. */
  readonly silenceMillisMax?: number
  /** Called when a connection is dropped because the server was silent. */
  readonly onSilence?: () => void
  /**
   * Shared by the connections of a pool: if one connection notices that tables have changed, all of them plan their statements again.
   * Absent: the connection shares its plans with no other.
   */
  readonly planned?: SharedPlans
}

/** What the planned statements of a pool's connections have in common. */
export interface SharedPlans {
  readonly names: StatementNames
  /** A number in the name of every planned statement. It is raised if tables have changed since the statements were planned. */
  generation: number
}

class SilentConnection extends Error {
  readonly code = 'ETIMEDOUT'

  constructor(millis: number) {
    super(`PostgreSQL has not answered for ${millis / 1000} seconds.`)
  }
}

const readOnlyTransaction = '25006'

const planMillisMin = 1000
const planMillisMax = 60_000

const nothing = (command: string): Answer => ({ command, rowCount: 0, oid: 0, fields: [], rows: [] })
