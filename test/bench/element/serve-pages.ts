import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'

/** A site of a few files, kept in memory and compressed with brotli. */
export interface Site {
  readonly url: string
  close(): void
}

const types: Readonly<Record<string, string>> = { html: 'text/html', js: 'text/javascript', css: 'text/css' }

/** Serves files by path on a free port. Other paths get a 404. */
export const servePages = async (files: ReadonlyMap<string, string | Buffer>): Promise<Site> => {
  const compressed = new Map([...files].map(([path, text]) => [path, brotliCompressSync(text)] as const))
  const server = createServer(({ url = '/' }, response) => {
    const path = new URL(url, 'http://localhost').pathname
    const body = compressed.get(path)
    if (body === undefined) return void response.writeHead(404).end()
    response
      .writeHead(200, {
        'Content-Type': `${types[path.split('.').at(-1) ?? ''] ?? 'text/html'}; charset=utf-8`,
        'Content-Encoding': 'br',
        'Content-Length': body.length,
      })
      .end(body)
  }).listen(0, 'localhost')
  await once(server, 'listening')
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
