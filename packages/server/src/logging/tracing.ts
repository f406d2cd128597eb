/**
 * Makes spans of what the server does, for whoever collects traces. Where there is none nobody asks for spans, so nothing is made
 * for them.
 */
export interface Tracing {
  /** Begins a span inside of the one that is under way. */
  begin(span: SpanBeginning): OpenSpan
  /**
   * Runs a job, whose span begins with the first inside of it: jobs look every second for what there mostly is not, and nobody wants
   * to see each look.
   */
  inJob(name: string, run: () => Promise<void>): Promise<void>
  /** Hands over all spans that have ended. It neither throws nor waits for long. */
  flush(): Promise<void>
}

/** What a span is begun with. */
export interface SpanBeginning {
  /** What is done, in the same words each time: no id is part of it. */
  readonly name: string
  /** Whether it is somebody's request, a request to somebody else, or neither. */
  readonly kind: 'server' | 'client' | 'internal'
  readonly attributes: SpanAttributes
  /** `headers` of a request, which may name a span of its sender; `none`: it has nothing to do with what is under way. */
  readonly parent?: 'none' | { readonly headers: Readonly<Record<string, unknown>> }
}

/** What a span says besides its name: never of a person, of a card, or anything that opens something, such as a session's id. */
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
  /** Whatever is begun meanwhile is inside of this span. */
  within<Result>(run: () => Result): Result
  end(how?: SpanEnd): void
}

/** Runs something in a span, which ends with it. `describe` says of the answer what the span is to say. */
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

/** The code of an error where it has one, else its name. */
export const failureOf = (error: unknown): string => {
  const { code, name } = Object(error) as { readonly code?: unknown; readonly name?: unknown }
  return [code, name].find((word) => typeof word === 'string') ?? 'error'
}
