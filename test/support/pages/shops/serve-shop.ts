import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A shop of one page, on an origin of its own. */
export interface ServedShop {
  readonly url: string
  close(): void
}

interface ServedPage {
  /** Returns the content of the document at a path. */
  readonly body: (path: string) => string
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Attributes of the document in addition to its language. */
  readonly attributes?: string | undefined
}

/** Serves a page of a shop; the caller closes it. */
export const serveShop = async ({ body, headers = {}, attributes = '' }: ServedPage): Promise<ServedShop> => {
  const server = createServer(({ url = '' }, response) =>
    response
      .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', ...headers })
      .end(`<!doctype html><html lang="en" ${attributes}><title>Shop</title>${body(url)}`),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** The tag with which a page loads the element's script from a billing server. */
export const scriptOf = (server: string): string =>
  `<script type="module" crossorigin src="${server}/billing-checkout.js"></script>`
