import type * as OpenTelemetry from '@opentelemetry/api'
import type { Context, ContextAPI, Span, Tracer } from '@opentelemetry/api'
import type { Logger } from 'pino'
import { setTimeout as wait } from 'node:timers/promises'
import { StartProblem } from '../config/start-problem.ts'
import { errorCodeOf, type OpenSpan, type SpanBeginning, type Tracing } from './tracing.ts'

type Api = typeof OpenTelemetry

/**
 * Opens tracing with OpenTelemetry. Its API package is installed next to the server, and the operator loads its SDK before the server.
 * Throws a StartProblem if the API package is missing.
 */
export const openTracing = async (logger: Logger): Promise<Tracing> => {
  const api = await loadApi()
  const tracer = api.trace.getTracer('billing-checkout')
  if (!hasCollector(api, tracer)) logger.warn(noCollectorMessage)
  return { ...jobsAndSpans(api, tracer), flush: () => flush(api) }
}

const loadApi = async (): Promise<Api> => {
  try {
    return await import('@opentelemetry/api')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new StartProblem(
      'TRACING is opentelemetry, and @opentelemetry/api is not installed next to the server: npm install @opentelemetry/api',
      { cause: error },
    )
  }
}

/** Without an SDK, OpenTelemetry returns spans without a valid id. */
const hasCollector = ({ isSpanContextValid }: Api, tracer: Tracer): boolean =>
  isSpanContextValid(tracer.startSpan('is anybody there?').spanContext())

const noCollectorMessage =
  'TRACING is opentelemetry, and no SDK collects spans: start node with --import of a file that registers an OpenTelemetry SDK'

/** A running job. Its span starts with the first span inside it. */
interface RunningJob {
  readonly name: string
  readonly startedAt: Date
  span: Span | undefined
  hasEnded: boolean
}

const jobsAndSpans = (api: Api, tracer: Tracer): Pick<Tracing, 'begin' | 'inJob'> => {
  const { context, ROOT_CONTEXT, trace } = api
  const jobKey = api.createContextKey('billing-checkout job')
  const spanOf = (job: RunningJob): Span =>
    (job.span ??= tracer.startSpan(`job ${job.name}`, {
      startTime: job.startedAt,
      attributes: { ['billing_checkout.job']: job.name },
    }))
  const parentOf = ({ parent }: SpanBeginning): Context => {
    if (parent === 'none') return ROOT_CONTEXT
    const active = context.active()
    if (trace.getSpan(active) !== undefined) return active
    if (parent !== undefined) return api.propagation.extract(active, parent.headers)
    const job = active.getValue(jobKey) as RunningJob | undefined
    return job === undefined || job.hasEnded ? ROOT_CONTEXT : trace.setSpan(active, spanOf(job))
  }
  const end = (span: Span, failure: string | undefined): void => {
    if (failure !== undefined) {
      span.setAttribute('error.type', failure)
      span.setStatus({ code: api.SpanStatusCode.ERROR })
    }
    span.end()
  }
  return {
    begin(beginning) {
      const parent = parentOf(beginning)
      const kind = api.SpanKind[kinds[beginning.kind]]
      const span = tracer.startSpan(beginning.name, { kind, attributes: beginning.attributes }, parent)
      return opened(context, trace.setSpan(parent, span), (how) => {
        if (how?.name !== undefined) span.updateName(how.name)
        if (how?.attributes) span.setAttributes(how.attributes)
        end(span, how?.failure)
      })
    },
    async inJob(name, run) {
      const job: RunningJob = { name, startedAt: new Date(), span: undefined, hasEnded: false }
      const finish = (failure?: string) => {
        job.hasEnded = true
        if (job.span !== undefined) end(job.span, failure)
      }
      try {
        await context.with(ROOT_CONTEXT.setValue(jobKey, job), run)
        finish()
      } catch (error) {
        spanOf(job)
        finish(errorCodeOf(error))
        throw error
      }
    },
  }
}

const kinds = { server: 'SERVER', client: 'CLIENT', internal: 'INTERNAL' } as const

const opened = (contexts: ContextAPI, inside: Context, end: OpenSpan['end']): OpenSpan => ({
  within: (run) => contexts.with(inside, run),
  end,
})

/** The method of a span provider that the API does not declare. */
interface Flushable {
  forceFlush?(): Promise<void>
}

/** Milliseconds that a stopping process waits for its last spans to be exported. */
const flushMillis = 3000

const flush = async ({ trace, ProxyTracerProvider }: Api): Promise<void> => {
  const provider = trace.getTracerProvider()
  const own = (provider instanceof ProxyTracerProvider ? provider.getDelegate() : provider) as Flushable
  const done = new AbortController()
  const late = wait(flushMillis, undefined, { signal: done.signal })
  await Promise.race([own.forceFlush?.(), late]).catch(() => {})
  done.abort()
  await late.catch(() => {})
}
