import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type BillingClient, createBillingClient } from '../src/create-billing-client.ts'
import type { ClientOptions } from '../src/client-options.ts'

/** A request as it arrived. */
export interface ArrivedRequest {
  readonly method: string
  /** Path and query string. */
  readonly target: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** One answer: `break` cuts the connection, `half` cuts it in the middle of an answer, `hang` never answers. */
export type ScriptedAnswer =
  | 'break'
  | 'half'
  | 'hang'
  | { readonly status?: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: unknown }

/** A service on its own port that answers from a script, with a client for it. */
export interface ScriptedService {
  readonly url: string
  readonly arrived: readonly ArrivedRequest[]
  readonly client: BillingClient
  /** Another client for the same service. */
  clientWith(options: Partial<ClientOptions>): BillingClient
  close(): Promise<void>
}

/** Starts a service. Once the script is used up, its last answer is repeated; a function answers depending on the request. */
export const aService = async (
  script: readonly ScriptedAnswer[] | ((request: ArrivedRequest) => ScriptedAnswer),
): Promise<ScriptedService> => {
  const arrived: ArrivedRequest[] = []
  const server = createServer(async (request, response) => {
    const seen = await read(request)
    arrived.push(seen)
    const answer = typeof script === 'function' ? script(seen) : (script[arrived.length - 1] ?? script.at(-1))
    play(answer ?? {}, response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const clientWith = (options: Partial<ClientOptions>) =>
    createBillingClient({ apiKey: 'sk_sandbox_test', baseUrl: url, retryDelaySeconds: 0.001, ...options })
  return {
    url,
    arrived,
    clientWith,
    client: clientWith({}),
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

/** An answer with the service's error body. */
export const aRefusal = (
  status: number,
  code: string,
  headers: Readonly<Record<string, string>> = {},
): ScriptedAnswer => ({
  status,
  headers,
  body: { error: { code, message: `It was ${code}.`, details: [], request_id: 'req_1' } },
})

const read = async (request: IncomingMessage): Promise<ArrivedRequest> => {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  return { method: request.method ?? '', target: request.url ?? '', headers: request.headers, body }
}

const play = (answer: ScriptedAnswer, response: ServerResponse): void => {
  if (answer === 'hang') return
  if (answer === 'break') return void response.destroy()
  if (answer === 'half') {
    response.writeHead(200, { 'Content-Length': '900' })
    return void response.write('{"id": "pay', () => response.destroy())
  }
  const { status = 200, headers = {}, body = {} } = answer
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  response.writeHead(status, { 'Content-Type': 'application/json', 'X-Request-Id': 'req_1', ...headers }).end(text)
}
