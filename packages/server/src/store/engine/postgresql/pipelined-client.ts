import type { Socket } from 'node:net'
import pg from 'pg'
import { isOutdatedStatement } from '../errors/is-outdated-statement.ts'
import { mayBeSilent } from '../statements/may-be-silent.ts'
import { hasPlan, nameOf } from '../statements/statement-names.ts'
import { retryOnConflict } from '../transactions/retry-on-conflict.ts'
import { DescribedQuery, type Descriptions } from './described-query.ts'

type Answer = pg.QueryResult<Record<string, unknown>>

/**
 * A connection that saves round trips and planning, because both cost more than most of our statements. Queries of one turn of the event
 * loop are sent in one packet. `begin` travels with the first statement of its transaction. A statement with parameters is planned once for
 * each connection. It supports only the form of `query` that Kysely uses. A pooler therefore has to run in session mode.
 */
export class PipelinedClient extends pg.Client {
  /** A `begin` that was answered already and waits for the first statement to travel with. */
  #held: string | undefined
  /** Whether what is sent next belongs to a transaction, whatever of it was answered already. */
  #isInTransaction = false
  #isGathering = false
  readonly #descriptions: Descriptions = new Map()
  readonly #planned: PlanGeneration
  #plansUntil = performance.now() + planMillisMin
  #planMillis = planMillisMin
  #unanswered = 0
  #isReadOnly = false
  #isDying = false
  #mayBeSilent = false

  constructor(config: PipelinedClientConfig = {}) {
    super({ ...config, pipeline: true })
    this.#planned = config.planned ?? { generation: 0 }
    // The caller that waits for a statement gets the error. Without a listener a broken connection would also end the process.
    this.on('error', () => {})
    this.once('connect', () => this.#limitSilence(config))
  }

  /**
   * Whether this connection leads to a database that takes no writes any more. After a failover a new connection leads to the one
   * that does.
   */
  get isReadOnly(): boolean {
    return this.#isReadOnly
  }

  /** Whether the server has said that it ends this connection. It may take a moment until it has ended. */
  get isDying(): boolean {
    return this.#isDying
  }

  /** Ends the period in which the server may be silent, if one was begun. */
  endSilence(): void {
    this.#mayBeSilent = false
  }

  /** Drops the connection without telling the server. */
  abandon(reason: Error): void {
    this.connection.stream.destroy(reason)
  }

  // The driver's own method has a dozen forms.
  override query(...asked: unknown[]): never {
    return this.#ask(...(asked as [text: string, values: readonly unknown[]])) as never
  }

  async #ask(text: string, values: readonly unknown[]): Promise<Answer> {
    if (/^(begin|start transaction)\b/.test(text)) {
      this.#isInTransaction = true
      this.#held = text
      return nothing('BEGIN')
    }
    if (text === 'commit' || text === 'rollback') this.#isInTransaction = false
    if (this.#held === undefined) return this.#send(text, values)
    const begin = this.#held
    this.#held = undefined
    // A transaction that sent nothing needs no server.
    if (text === 'commit' || text === 'rollback') return nothing(text.toUpperCase())
    const begun = this.#send(begin, [])
    // If `begin` fails, so does what follows; the caller has to get the error of the first statement behind it.
    begun.catch(() => {})
    const answer = await this.#send(text, values)
    await begun
    return answer
  }

  /**
   * Outside a transaction, a statement that PostgreSQL cancelled only because of another transaction is sent again. Inside, only the whole
   * transaction can run again. It may be over when the error comes, because its end was sent together with the statement.
   */
  async #send(text: string, values: readonly unknown[]): Promise<Answer> {
    this.#gather()
    const name = nameOf(text, values)
    if (name === undefined) this.#mayBeSilent ||= text.includes(mayBeSilent)
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
      // Another statement may have raised it already.
      if (isOutdatedStatement(error)) this.#planned.generation = Math.max(this.#planned.generation, generation + 1)
      throw error
    }
  }

  async #answered(asked: ConstructorParameters<typeof DescribedQuery>[0]): Promise<Answer> {
    this.#unanswered += 1
    try {
      return await new Promise<Answer>((resolve, reject) => {
        super.query(
          new DescribedQuery(asked, this.#descriptions, (error, answer) => (error ? reject(error) : resolve(answer))),
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
   * Ends the connection when the server says nothing for too long. A server that is cut off without a word leaves its clients
   * waiting for as long as TCP allows, a quarter of an hour. PostgreSQL cancels every statement sooner than this limit, so a
   * server that is silent for longer is gone.
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
   * Drops plans after a second, and then after twice the time before. A plan that was made while a table is nearly
   * empty reads all of it, and PostgreSQL makes another only after it has counted the rows again.
   */
  #planAgain(): void {
    this.#planMillis = Math.min(this.#planMillis * 2, planMillisMax)
    this.#plansUntil = performance.now() + this.#planMillis
    // This fails inside a transaction that has failed already; the next time will do.
    super.query('discard plans').catch(() => {})
  }

  /** Holds back the packet until every query that can be issued without waiting has been. */
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
  /** Milliseconds without an answer to a statement after which the connection is dropped; absent: never. */
  readonly silenceMillisMax?: number
  /** Called when that has happened. */
  readonly onSilence?: () => void
  /** Shared with the other connections of a pool, so that one of them learns for all that tables have changed; absent: its own. */
  readonly planned?: PlanGeneration
}

/** A part of the name of every planned statement. It is raised when tables have changed since the statements were planned. */
export interface PlanGeneration {
  generation: number
}

class SilentConnection extends Error {
  readonly code = 'ETIMEDOUT'

  constructor(millis: number) {
    super(`PostgreSQL has said nothing for ${millis / 1000} seconds.`)
  }
}

const readOnlyTransaction = '25006'

const planMillisMin = 1000
const planMillisMax = 60_000

const nothing = (command: string): Answer => ({ command, rowCount: 0, oid: 0, fields: [], rows: [] })
