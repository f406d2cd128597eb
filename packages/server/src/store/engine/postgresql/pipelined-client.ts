import type { Socket } from 'node:net'
import pg from 'pg'
import { isOutdatedStatement } from '../is-outdated-statement.ts'
import { mayBeSilent } from '../may-be-silent.ts'
import { nameOf } from '../statement-names.ts'

type Answer = pg.QueryResult<Record<string, unknown>>

/**
 * A connection that saves round trips and planning, because both cost more than most of our statements. What is asked for
 * in one turn of the event loop leaves in one packet; `begin` travels with the first statement of its transaction; and a
 * statement with parameters is planned once for each connection. It is asked in the one way in which Kysely asks.
 */
export class PipelinedClient extends pg.Client {
  /** A `begin` that was promised and waits for its first statement. */
  #held: string | undefined
  #isGathering = false
  /** Part of every statement's name: raised when the names were given for tables that have changed since. */
  #generation = 0
  #plansUntil = performance.now() + planMillisMin
  #planMillis = planMillisMin
  #unanswered = 0
  #isReadOnly = false
  #isDying = false
  #mayBeSilent = false

  constructor(config: PipelinedClientConfig = {}) {
    super({ ...config, pipeline: true })
    // Whoever waits for a statement hears that the connection broke; without a listener it would also end the process.
    this.on('error', () => {})
    this.once('connect', () => this.#limitSilence(config))
  }

  /** Whether this connection leads to a database that takes no writes any more: after a failover a new one leads elsewhere. */
  get isReadOnly(): boolean {
    return this.#isReadOnly
  }

  /** Whether the server has said that it ends this connection; that it has may take a moment to be seen. */
  get isDying(): boolean {
    return this.#isDying
  }

  /** Ends the time in which the server may be silent, if it had begun. */
  endSilence(): void {
    this.#mayBeSilent = false
  }

  /** Ends the connection without a word to the server. */
  abandon(reason: Error): void {
    this.connection.stream.destroy(reason)
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
    if (name === undefined) {
      this.#mayBeSilent ||= text.includes(mayBeSilent)
      return this.#answered({ text, values: [...values] })
    }
    if (performance.now() > this.#plansUntil) this.#planAgain()
    try {
      return await this.#answered({ name: `${name}_${this.#generation}`, text, values: [...values] })
    } catch (error) {
      if (!isOutdatedStatement(error)) throw error
      this.#generation += 1
      // Inside a transaction only the whole of it can be done again: see `retryOnConflict`.
      if (this.getTransactionStatus() !== 'I') throw error
      return this.#send(text, values)
    }
  }

  async #answered(config: pg.QueryConfig): Promise<Answer> {
    this.#unanswered += 1
    try {
      return await super.query(config)
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
   * A server that is cut off without a word leaves its clients waiting for as long as TCP allows, a quarter of an hour. The
   * server gives every statement up sooner than this, so whoever says nothing for so long is gone.
   */
  #limitSilence({ silenceMillisMax, onSilence }: PipelinedClientConfig): void {
    if (silenceMillisMax === undefined) return
    const stream = this.connection.stream as Socket
    stream.setTimeout(silenceMillisMax)
    stream.on('timeout', () => {
      if (this.#unanswered === 0 || this.#mayBeSilent) return
      this.abandon(new SilentConnection(silenceMillisMax))
      onSilence?.()
    })
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

/** How a connection is opened. */
export interface PipelinedClientConfig extends pg.ClientConfig {
  /** A statement that gets no answer for so long ends the connection; without it, one waits for as long as it takes. */
  readonly silenceMillisMax?: number
  /** Told when that has happened. */
  readonly onSilence?: () => void
}

class SilentConnection extends Error {
  readonly code = 'ETIMEDOUT'

  constructor(millis: number) {
    super(`PostgreSQL has said nothing for ${millis / 1000} seconds.`)
  }
}

const readOnlyTransaction = '25006'

const planMillisMin = 1000
const planMillisMax = 10_000

const nothing = (command: string): Answer => ({ command, rowCount: 0, oid: 0, fields: [], rows: [] })
