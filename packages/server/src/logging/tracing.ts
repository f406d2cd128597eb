/** Makes spans of the server's work for an operator who collects traces. Without a collector the server has no `Tracing`. */
export interface Tracing {
  /** Begins a span inside of the one that is under way. */
  begin(span: SpanBeginning): OpenSpan
  /**
   * Runs a job, whose span begins with the first span inside it. Jobs look for work every second and mostly find none, and an operator
   * does not want to see each look.
   */
  inJob(name: string, run: () => Promise<void>): Promise<void>
  /** Hands over all spans that have ended. It neither throws nor waits for long. */
  flush(): Promise<void>
}

/** What a span is begun with. */
export interface SpanBeginning {
  /** What is done, in the same words each time: no id is part of it. */
  readonly name: string
  /** Whether it is a request to this server, a request that this server sends, or neither. */
  readonly kind: 'server' | 'client' | 'internal'
  readonly attributes: SpanAttributes
  /** `headers` of a request, which may name a span of its sender; `none`: it has nothing to do with what is under way. */
  readonly parent?: 'none' | { readonly headers: Readonly<Record<string, unknown>> }
}

/**
 * What a span has besides its name: no personal data, no card data, and no capability such as a session's id. `url.path` and `url.full`
 * contain session ids and secrets. Endpoints get no `traceparent`: a delivery is in its batch's trace, and the event's id connects it
 * to the request.
 */
export type SpanAttributes = Readonly<Record<string, string | number | undefined>>

/** How a span ended. */
export interface SpanEnd {
  /** A name in place of the one it began with. */
  readonly name?: string
  readonly attributes?: SpanAttributes
  /** A word for what went wrong; a message might hold what must not leave. */
  readonly failure?: string | undefined
}

/** A span that has not ended. */
export interface OpenSpan {
  /** Spans that begin during `run` are inside this span. */
  within<Result>(run: () => Result): Result
  end(how?: SpanEnd): void
}

/** Runs something in a span, which ends with it. `describe` returns what the span records about the answer. */
export const inSpan = async <Result>(
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
    open.end({ failure: failureOf(error) })
    throw error
  }
}

/** The code of an error if it has one, else its name. */
export const failureOf = (error: unknown): string => {
  const { code, name } = Object(error) as { readonly code?: unknown; readonly name?: unknown }
  return [code, name].find((word) => typeof word === 'string') ?? 'error'
}
