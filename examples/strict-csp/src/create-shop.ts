import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { type Inventory, pageOf } from './page.ts'

const assets = {
  '/page.js': 'text/javascript; charset=utf-8',
  '/page.css': 'text/css; charset=utf-8',
} as const

/** A shop whose only page is its checkout. The inventory is read once: it changes only if the billing server is deployed again. */
export const createShop = async (billing: string, frame: string): Promise<Server> => {
  const inventory = (await (await fetch(`${billing}/inventory.json`)).json()) as Inventory
  const files = new Map(
    Object.entries(assets).map(([path, type]) => [
      path,
      { type, body: readFileSync(new URL(`../assets${path}`, import.meta.url)) },
    ]),
  )
  return createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const file = files.get(pathname)
    if (file !== undefined) return void response.writeHead(200, { 'Content-Type': file.type }).end(file.body)
    if (pathname !== '/') return void response.writeHead(404).end()
    const script = files.get('/page.js')?.body ?? Buffer.of()
    const page = pageOf({ billing, frame, inventory, script, sessionId: searchParams.get('session') ?? '' })
    response.writeHead(200, page.headers).end(page.html)
  })
}
