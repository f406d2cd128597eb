import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

/** One request that an endpoint received. */
export interface ReceivedWebhook {
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** The body as JSON. */
  readonly event: { readonly id: string; readonly type: string; readonly data: { readonly object: { id: string } } }
  /** The status with which the endpoint answered. */
  readonly answered: number
}

/** A merchant's server that receives events. */
export interface WebhookReceiver {
  readonly url: string
  readonly received: ReceivedWebhook[]
  /** The server's answer to every request from now on; 200 at first. */
  answer: RequestListener
}

/** An answer with only a status. */
export const answerWithStatus =
  (status: number, headers: Readonly<Record<string, string>> = {}): RequestListener =>
  (_, response) =>
    void response.writeHead(status, headers).end()

/** Starts a merchant's server for one test. */
export const startReceiver = async (): Promise<WebhookReceiver> => {
  const received: ReceivedWebhook[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({
        headers: request.headers,
        body,
        event: JSON.parse(body) as ReceivedWebhook['event'],
        get answered() {
          return response.statusCode
        },
      })
      receiver.answer(request, response)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    received,
    answer: answerWithStatus(200),
  }
  return receiver
}
