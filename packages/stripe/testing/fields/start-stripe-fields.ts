import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { releaseOfStripeJs } from '../../src/card-entry.ts'
import type { DeviceWallet } from '../objects/payment-methods.ts'
import { knownOptions } from './known-options.ts'

/** A running stand-in for js.stripe.com. */
export interface StripeFields {
  /** Its origin, which differs from that of the fake API. */
  readonly url: string
  /** Sets which wallets shoppers' devices have, by Stripe's names; before the first call, both. */
  offerWallets(...wallets: readonly DeviceWallet[]): void
  close(): Promise<void>
}

/** How the stand-in is started. */
export interface StripeFieldsOptions {
  /** The address of the fake API, which creates the payment methods. */
  readonly apiUrl: string
  /** The port; 0, the default, picks a free one. */
  readonly port?: number
}

/** Starts a stand-in for js.stripe.com in this process: Stripe's script, and the documents of its card fields and buttons. */
export const startStripeFields = async ({ apiUrl, port = 0 }: StripeFieldsOptions): Promise<StripeFields> => {
  const files = new Map(
    await Promise.all(
      Object.entries(sources).map(async ([path, [type, ...names]]) => {
        const texts = await Promise.all(names.map((name) => readFile(new URL(name, import.meta.url), 'utf8')))
        const text = texts.length === 1 ? texts.join('') : scriptOf(texts)
        return [path, { type, text: text.replace('<head>', `<head><meta name="api" content="${apiUrl}">`) }] as const
      }),
    ),
  )
  let offered = 'apple_pay google_pay'
  const server = createServer(({ url = '/' }, response) => {
    const file = files.get(new URL(url, 'http://fields').pathname)
    if (file === undefined) response.writeHead(404).end()
    else {
      const text = file.text.replace('<head>', `<head><meta name="wallets" content="${offered}">`)
      response.writeHead(200, { 'content-type': `${file.type}; charset=utf-8` }).end(text)
    }
  })
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    offerWallets(...wallets) {
      offered = wallets.join(' ')
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** One script: the options that Stripe's script knows, and then the source texts. */
const scriptOf = (texts: readonly string[]): string =>
  `;(() => {\nconst knownOptions = ${JSON.stringify(knownOptions)}\n${texts.join('\n')}})()`

/** For each path, its content type and the files that it is made of. */
const sources: Readonly<Record<string, readonly [type: string, ...names: readonly string[]]>> = {
  [`/${releaseOfStripeJs}/stripe.js`]: ['text/javascript', 'express-element.js', 'stripe.js'],
  '/field.html': ['text/html', 'field.html'],
  '/field.css': ['text/css', 'field.css'],
  '/field.js': ['text/javascript', 'field.js'],
  '/judge.js': ['text/javascript', 'judge.js'],
  '/express.html': ['text/html', 'express.html'],
  '/express.css': ['text/css', 'express.css'],
  '/express.js': ['text/javascript', 'express.js'],
}
