import type { Logger } from 'pino'
import type { Processor } from '../processor.ts'
import type { Processors } from '../processors.ts'

interface QueryParts {
  readonly processors: Processors
  readonly logger: Logger
}

interface DueQuery<Due, Answer> {
  /** The subject of the query for the log, such as `settlements`. */
  readonly about: string
  /** The id by which the processor is queried about a due row; undefined if the row cannot be queried. */
  readonly idOf: (due: Due) => string | undefined
  /** Queries the processor about these ids, returns its answers by id, and calls `failed` for each failed request. */
  readonly query: (
    processor: Processor,
    ids: readonly string[],
    failed: (error: unknown) => void,
  ) => Promise<ReadonlyMap<string, Answer>>
}

/**
 * Queries each connection's processor about all due rows of the connection. Rows without an answer, and all rows of a connection that
 * cannot be queried, are left out; the caller repeats them later.
 */
export const queryEachConnection = async <Due extends { readonly connection: string }, Answer>(
  { processors, logger }: QueryParts,
  due: readonly Due[],
  { about, idOf, query }: DueQuery<Due, Answer>,
): Promise<ReadonlyMap<Due, Answer>> => {
  const answered = [...Map.groupBy(due, ({ connection }) => connection)].map(async ([connection, queried]) => {
    const failed = (error: unknown) =>
      logger.warn({ connection, err: error }, `the query to the processor about ${about} failed; the server will retry`)
    try {
      const ids = queried.flatMap((each) => idOf(each) ?? [])
      const answers = await query(processors.of(connection), ids, failed)
      return queried.flatMap((each) => {
        const answer = answers.get(idOf(each) ?? '')
        return answer === undefined ? [] : [[each, answer] as const]
      })
    } catch (error) {
      failed(error)
      return []
    }
  })
  return new Map((await Promise.all(answered)).flat())
}
