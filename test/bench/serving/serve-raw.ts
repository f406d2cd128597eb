import { createServer } from 'node:http'

// A comparison for HTTP figures: node:http alone, answering with a fixed body of a plan's size.
const body = JSON.stringify({ id: 'price_0', name: 'Reader', padding: 'x'.repeat(400) })
const server = createServer((_request, response) => {
  response.setHeader('Content-Type', 'application/json').end(body)
})
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }))
