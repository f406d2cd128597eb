import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { releaseOfStripeJs } from '../../src/card-entry.ts'

/** A stand-in for js.stripe.com that listens. */
export interface StripeFields {
  /** Its origin, which is another than the fake's. */
  readonly url: string
  close(): Promise<void>
}

/** How the stand-in is started. */
export interface StripeFieldsOptions {
  /** Where the fake of Stripe is, which makes the payment methods. */
  readonly apiUrl: string
  /** 0, the default: a free one. */
  readonly port?: number
}

/** Starts a stand-in for js.stripe.com in this process: Stripe's script, and the documents of its card fields. */
export const startStripeFields = async ({ apiUrl, port = 0 }: StripeFieldsOptions): Promise<StripeFields> => {
  const files = new Map(
    await Promise.all(
      Object.entries(sources).map(async ([path, [name, type]]) => {
        const text = await readFile(new URL(name, import.meta.url), 'utf8')
        return [path, { type, text: text.replace('<head>', `<head><meta name="api" content="${apiUrl}">`) }] as const
      }),
    ),
  )
  const server = createServer(({ url = '/' }, response) => {
    const file = files.get(new URL(url, 'http://fields').pathname)
    if (file === undefined) response.writeHead(404).end()
    else response.writeHead(200, { 'content-type': `${file.type}; charset=utf-8` }).end(file.text)
  })
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const sources: Readonly<Record<string, readonly [name: string, type: string]>> = {
  [`/${releaseOfStripeJs}/stripe.js`]: ['stripe.js', 'text/javascript'],
  '/field.html': ['field.html', 'text/html'],
  '/field.css': ['field.css', 'text/css'],
  '/field.js': ['field.js', 'text/javascript'],
  '/judge.js': ['judge.js', 'text/javascript'],
}
