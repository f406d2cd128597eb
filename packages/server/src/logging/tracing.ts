/** Makes spans of the server's work for an operator that collects traces. Without a collector, the server has no `Tracing`. */
export interface Tracing {
  /** Starts a span as a child of the current span. */
  begin(span: SpanBeginning): OpenSpan
  /**
   * Runs a job. The job's span starts only with the first span inside it: jobs look for work every second and mostly find none, and runs
   * without work should not appear in traces.
   */
  inJob(name: string, run: () => Promise<void>): Promise<void>
  /** Exports all ended spans. It neither throws nor waits for long. */
  flush(): Promise<void>
}

/** The initial data of a span. */
export interface SpanBeginning {
  /** The name of the work: always the same words for the same work, without ids. */
  readonly name: string
  /** `server`: a request to this server; `client`: a request that this server sends; `internal`: neither. */
  readonly kind: 'server' | 'client' | 'internal'
  readonly attributes: SpanAttributes
  /** `headers` of a request, which may name the sender's span; `none`: the span does not belong to the current work. */
  readonly parent?: 'none' | { readonly headers: Readonly<Record<string, unknown>> }
}

/**
 * Attributes of a span. They contain no personal data, no card data, and nothing that grants access, such as a session's id. `url.path` and
 * `url.full` are left out, because they contain session ids and secrets. Webhook endpoints get no `traceparent`: a delivery is in its
 * batch's trace, and the event's id connects it to the request.
 */
export type SpanAttributes = Readonly<Record<string, string | number | undefined>>

/** How a span ended. */
export interface SpanEnd {
  /** Replaces the span's initial name. */
  readonly name?: string
  readonly attributes?: SpanAttributes
  /** A short code for the failure; a message might contain private data. */
  readonly failure?: string | undefined
}

/** A span that has not ended. */
export interface OpenSpan {
  /** Runs code whose spans become children of this span. */
  within<Result>(run: () => Result): Result
  end(how?: SpanEnd): void
}

/** Runs work in a span, and ends the span when the work ends. `describe` returns what the span records about the result. */
export const runInSpan = async <Result>(
  tracing: Tracing,
  span: SpanBeginning,
  run: () => Promise<Result>,
  describe?: (answer: Result) => SpanEnd,
): Promise<Result> => {
  const open = tracing.begin(span)
  try {
    const answer = await open.within(run)
    open.end(describe?.(answer))
    return answer
  } catch (error) {
    open.end({ failure: errorCodeOf(error) })
    throw error
  }
}

/** The code of an error; if it has none, its name; if it has neither, `error`. */
export const errorCodeOf = (error: unknown): string => {
  const { code, name } = Object(error) as { readonly code?: unknown; readonly name?: unknown }
  return [code, name].find((word) => typeof word === 'string') ?? 'error'
}
