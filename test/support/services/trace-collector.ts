import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

/** A collector to which a server sends its spans. */
export interface TraceCollector {
  /** Settings of a process that sends its spans here when it ends, as in the operators' example. */
  readonly settings: Readonly<Record<string, string>>
  /** Everything that was sent, as text. */
  received(): string
  close(): void
}

/** Starts a collector of traces. */
export const startTraceCollector = async (): Promise<TraceCollector> => {
  let received = ''
  const server = createServer((request, response) => {
    void text(request).then((sent) => {
      received += sent
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    settings: {
      TRACING: 'opentelemetry',
      NODE_OPTIONS: `--import ${fileURLToPath(new URL('../../../examples/operations/otel.mjs', import.meta.url))}`,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      OTEL_BSP_SCHEDULE_DELAY: '3600000',
    },
    received: () => received,
    close: () => void server.close(),
  }
}
