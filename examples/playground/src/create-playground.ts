import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { dirname, extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { emailDocument, emailsPage } from './emails/emails-page.ts'
import { replyTo } from './fake-service.ts'
import { bankPage, type Build, framePage, type Page, playgroundPage, stagePage } from './pages.ts'
import { viewOf } from './view.ts'

export { states } from './states.ts'

const assets = fileURLToPath(new URL('../assets', import.meta.url))
const element = dirname(fileURLToPath(import.meta.resolve('@billing-checkout/element/package.json')))
const dist = join(element, 'dist')

/** The playground as a server that does not listen yet. Throws if the element has not been built. */
export const createPlayground = (): Server => {
  const build = JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8')) as Build & {
    readonly locales: readonly string[]
  }
  return createServer((request, response) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'localhost'}`)
    const [, area = '', name = '', ...rest] = url.pathname.split('/')
    const view = viewOf(url.searchParams)
    if (area === '') return sendPage(response, playgroundPage(view, build.locales))
    if (area === 'emails') return sendPage(response, emailsPage(url.searchParams, build.locales))
    if (area === 'email') return sendPage(response, emailDocument(url.searchParams, build.locales))
    if (area === 'stage') return sendPage(response, stagePage(view, build))
    if (area === 'frame') return sendPage(response, framePage(decodeURIComponent(name), build))
    if (area === 'bank') return sendPage(response, bankPage())
    if (area === 'assets') return sendFile(response, assets, name)
    if (area === 'dist') return sendFile(response, dist, [name, ...rest].join('/'))
    const session = /^Bearer (.+)/.exec(request.headers.authorization ?? '')?.[1]
    if (session !== undefined) url.searchParams.set('session', session)
    const reply = replyTo(request.method ?? 'GET', url)
    if (reply === null) return
    // Delay the answer to a payment as a good network would, so that the page looks as it does to a shopper.
    setTimeout(() => sendJson(response, reply.status, reply.body), request.method === 'POST' ? 300 : 0)
  })
}

const sendPage = (response: ServerResponse, { html, policy }: Page): void => {
  response
    .writeHead(200, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
      'Cache-Control': 'no-store',
    })
    .end(html)
}

const sendJson = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
}

const sendFile = (response: ServerResponse, folder: string, path: string): void => {
  const file = join(folder, normalize(`/${path}`))
  const type = types[extname(file)]
  if (type === undefined || !existsSync(file)) return void response.writeHead(404).end()
  response.writeHead(200, { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-cache' })
  createReadStream(file).pipe(response)
}
