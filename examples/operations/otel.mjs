// Collects the traces of a server and sends them to an OpenTelemetry collector by OTLP over HTTP, to OTEL_EXPORTER_OTLP_ENDPOINT
// (default http://localhost:4318). README.md explains how to install and enable it.
import { context, propagation, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace'

const provider = new TracerProvider({
  resource: defaultResource().merge(
    resourceFromAttributes({ 'service.name': process.env.OTEL_SERVICE_NAME || 'billing-checkout' }),
  ),
  // The sampling is decided here and not by the caller's traceparent, because anyone can send one.
  sampler: new TraceIdRatioBasedSampler(Number(process.env.OTEL_TRACES_SAMPLER_ARG || 1)),
  spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
})

trace.setGlobalTracerProvider(provider)
context.setGlobalContextManager(new AsyncLocalStorageContextManager())
propagation.setGlobalPropagator(new W3CTraceContextPropagator())
