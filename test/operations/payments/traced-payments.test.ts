import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { defaultConcurrency } from '#server/billing/worklist/worklist.ts'
import { processDueSubscriptions } from '#server/billing/due-work/process-due-subscriptions.ts'
import { startJobs } from '#server/jobs/start-jobs.ts'
import { noObserver } from '#server/logging/observer.ts'
import { openTracing } from '#server/logging/open-tracing.ts'
import { watchTroubles } from '#database/errors/watch-troubles.ts'
import { createWebhookSender } from '#server/webhooks/sending/webhook-sender.ts'
import { openTestDatabase } from '../../support/databases/databases.ts'
import { monthlyPlanAt } from '../../support/stories/plan-changes.ts'
import { aScriptedProcessor, aSubscriber, type ScriptedProcessor } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'
import { answerWithStatus, startReceiver } from '../../support/stories/webhook-receiver.ts'

const exporter = new InMemorySpanExporter()
const logger = pino({ enabled: false })
/** The warnings that are logged if spans are made before a collector is there. */
const warnings: string[] = []
let bank: ScriptedProcessor

const service = useService(
  () => openTestDatabase('embedded'),
  async (database) => {
    await openTracing(pino({}, { write: (line) => void warnings.push(line) }))
    const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] })
    trace.setGlobalTracerProvider(provider)
    context.setGlobalContextManager(new AsyncLocalStorageContextManager())
    propagation.setGlobalPropagator(new W3CTraceContextPropagator())
    bank = aScriptedProcessor(database)
    return { processor: bank, tracing: await openTracing(logger) }
  },
)

afterAll(() => {
  for (const part of [trace, context, propagation]) part.disable()
})
beforeEach(() => exporter.reset())

/** The spans of a parent, each with its own children, in the order in which they began. */
const treeOf = (parent: string | undefined, spans: readonly ReadableSpan[]): readonly unknown[] =>
  spans
    .filter(({ parentSpanContext }) => parentSpanContext?.spanId === parent)
    .toSorted((one, other) => Number(nanosOf(one) - nanosOf(other)))
    .map((span) => {
      const inside = treeOf(span.spanContext().spanId, spans)
      return inside.length === 0 ? span.name : [span.name, inside]
    })

const nanosOf = ({ startTime: [seconds, nanos] }: ReadableSpan): bigint =>
  BigInt(seconds) * 1_000_000_000n + BigInt(nanos)

const finished = (): readonly ReadableSpan[] => exporter.getFinishedSpans()
const named = (name: string): ReadableSpan[] => finished().filter((span) => span.name === name)

/** Waits until a root span with this name has ended. Returns the spans of its trace that have ended, and their tree. */
const traceOf = async (name: string): Promise<{ readonly tree: unknown; readonly spans: readonly ReadableSpan[] }> => {
  const [root] = await vi.waitUntil(() => (named(name).length > 0 ? named(name) : undefined), { timeout: 20_000 })
  const { traceId } = root!.spanContext()
  const spans = finished().filter((span) => span.spanContext().traceId === traceId)
  return { tree: treeOf(root!.parentSpanContext?.spanId, spans), spans }
}

test('the trace of a payment is a request with two writes and a call between them, and has no data of the shopper', async () => {
  await aSubscriber(
    service,
    monthlyPlanAt(10_000),
    {},
    { full_name: 'Ottoline Lovelace', email: 'ottoline@example.com' },
  )

  const { tree, spans } = await traceOf('POST /payments')
  const [request, opening, call] = spans.toSorted((one, other) => Number(nanosOf(one) - nanosOf(other)))
  expect(tree).toEqual([['POST /payments', ['open attempt', 'processor authorize', 'finish attempt']]])
  expect(request).toMatchObject({
    kind: SpanKind.SERVER,
    attributes: {
      'http.request.method': 'POST',
      'http.route': '/payments',
      'http.response.status_code': 200,
      'billing_checkout.operation': 'createPayment',
      'billing_checkout.organization.id': service.organizationId,
      'billing_checkout.request.id': expect.stringMatching(/^req_/),
    },
  })
  expect(opening).toMatchObject({ kind: SpanKind.CLIENT, attributes: { 'db.system.name': 'postgresql' } })
  expect(call).toMatchObject({
    kind: SpanKind.CLIENT,
    attributes: { 'billing_checkout.connection': bank.id, 'billing_checkout.processor.outcome': 'approved' },
  })
  const said = JSON.stringify(
    finished().map(({ name, attributes, events, status }) => [name, attributes, events, status]),
  )
  expect(said).toContain('GET /checkout/{session_id}')
  expect(said).not.toMatch(/ottoline|lovelace|\b4242\b|42424242|cs_|key_|127\.0\.0\.1|tok_/i)
})

test('a program that makes spans without a collector gets a warning', () => {
  expect(warnings).toEqual([expect.stringContaining('no SDK collects spans')])
})

test('a request continues the trace that its sender states', async () => {
  const [traceId, spanId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']

  await service.send('POST', '/customers', { body: {}, headers: { traceparent: `00-${traceId}-${spanId}-01` } })

  const { tree, spans } = await traceOf('POST /customers')
  expect(tree).toEqual([['POST /customers', ['write']]])
  expect(spans.map((span) => span.spanContext().traceId)).toEqual([traceId, traceId])
  expect(named('POST /customers')[0]?.parentSpanContext).toMatchObject({ spanId, isRemote: true })
})

test('a renewal is a child of its job, one without an answer is an error, and a job without work has no span', async () => {
  const { id } = await aSubscriber(service, monthlyPlanAt(10_000))
  await sql`update subscriptions set next_billing_date = billing_now(), current_period_end = billing_now(),
    current_period_start = billing_now() - interval '1 month' where id = ${id}`.execute(service.database.db)
  bank.script.push('lose before')
  let runs = 0
  const renew = {
    name: 'renew-subscriptions',
    everySeconds: 0,
    run: async () => {
      await processDueSubscriptions(service.billing, defaultConcurrency)
      runs++
    },
  }
  exporter.reset()

  const stop = startJobs([renew], () => [], {
    logger,
    troubles: watchTroubles(logger),
    observer: noObserver,
    tracing: service.billing.tracing,
  })
  await vi.waitUntil(() => runs > 2, { timeout: 20_000 })
  await stop()

  const { tree } = await traceOf('job renew-subscriptions')
  expect(tree).toEqual([['job renew-subscriptions', ['open attempt', 'processor authorize', 'finish attempt']]])
  expect(named('job renew-subscriptions')).toHaveLength(1)
  expect(named('processor authorize')).toMatchObject([
    { status: { code: SpanStatusCode.ERROR }, attributes: { 'error.type': 'unknown' } },
  ])
})

test('deliveries have a trace of their own, which is not sent to the endpoint', async () => {
  const receiver = await startReceiver()
  receiver.answer = answerWithStatus(503)
  const { body: endpoint } = await service.send('POST', '/webhook-endpoints', { body: { url: receiver.url } })
  const { body: customer } = await service.send('POST', '/customers', { body: {} })
  const sender = createWebhookSender(service.billing)
  onTestFinished(() => sender.close())
  exporter.reset()

  await sender.begin()
  await sender.finish()

  const { tree } = await traceOf('webhook batch')
  expect(tree).toEqual([['webhook batch', ['POST', 'write']]])
  expect(named('POST')).toMatchObject([
    {
      kind: SpanKind.CLIENT,
      status: { code: SpanStatusCode.ERROR },
      attributes: {
        'http.request.method': 'POST',
        'server.address': '127.0.0.1',
        'http.response.status_code': 503,
        'billing_checkout.webhook_endpoint.id': endpoint.id,
        'billing_checkout.event.type': 'customer.created',
        'error.type': '503',
      },
    },
  ])
  expect(receiver.received.map(({ headers, event }) => [headers['traceparent'], event.data.object.id])).toEqual([
    [undefined, customer.id],
  ])
})
