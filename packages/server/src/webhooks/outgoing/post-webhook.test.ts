import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { type Certificate, makeCertificate } from '../../../../../test/support/services/make-certificate.ts'
import type { AllowedAddresses } from './address-guard.ts'
import { guardedAgent, type ResolveHost } from './guarded-agent.ts'
import { postWebhook } from './post-webhook.ts'

const start = async (answer: RequestListener) => {
  let requests = 0
  const server = createServer((request, response) => {
    requests += 1
    request.resume()
    answer(request, response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { port: (server.address() as AddressInfo).port, requests: () => requests }
}

const sandbox: AllowedAddresses = { mode: 'sandbox', allowed: [] }
const post = async (url: string, addresses = sandbox, lookUp?: ResolveHost, answerMillis?: number) => {
  const agent = guardedAgent(addresses, lookUp)
  onTestFinished(() => agent.destroy())
  return postWebhook(url, { body: '{}', headers: {}, agent, ...(answerMillis && { answerMillis }) })
}
const at = (...addresses: string[]): ResolveHost => {
  let asked = 0
  // Returns the next address at each look-up, like a DNS name that is rebound.
  return (_, __, done) => done(null, [{ address: addresses[Math.min(asked++, addresses.length - 1)]!, family: 4 }])
}

test('two kilobytes of the answer are kept, and the sender does not wait for the rest', async () => {
  const { port } = await start((_, response) => {
    const chunk = 'a'.repeat(65_536)
    // Ten megabytes, produced only as fast as the client reads.
    let left = 160
    const more = () => {
      while (left-- > 0 && response.write(chunk));
      if (left > 0) response.once('drain', more)
    }
    more()
  })

  const { arrived, status, body } = await post(`http://127.0.0.1:${port}`)

  expect({ arrived, status }).toEqual({ arrived: true, status: 200 })
  expect(body).toBe('a'.repeat(2048))
})

test('an unrequested compressed answer is not decompressed', async () => {
  const bomb = gzipSync(Buffer.alloc(10_000_000))
  const { port } = await start((request, response) => {
    expect(request.headers['accept-encoding']).toBeUndefined()
    response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb)
  })

  const { arrived, body } = await post(`http://127.0.0.1:${port}`)

  expect(arrived).toBe(true)
  expect(body!.length).toBeLessThanOrEqual(2048)
  expect(body).not.toContain('\0')
})

test('a redirect is not followed, wherever it leads', async () => {
  const inner = await start((_, response) => response.end('secrets'))
  const { port } = await start((_, response) =>
    response.writeHead(302, { Location: `http://127.0.0.1:${inner.port}/` }).end(),
  )

  expect(await post(`http://127.0.0.1:${port}`)).toMatchObject({
    arrived: false,
    status: 302,
    error: 'It answered 302; redirects are not followed.',
  })
  expect(inner.requests()).toBe(0)
})

test('the delivery distinguishes a receiver that hangs, one that resets the connection and one that does not exist', async () => {
  const { port: hanging } = await start(() => {})
  const { port: resetting } = await start((request) => void request.socket.destroy())

  expect((await post(`http://127.0.0.1:${hanging}`, sandbox, undefined, 200)).error).toBe(
    'It did not answer within 0.2 seconds.',
  )
  expect((await post(`http://127.0.0.1:${resetting}`)).error).toBe('It closed the connection.')
  expect((await post('http://127.0.0.1:1')).error).toBe('It refuses connections.')
  const unknown: ResolveHost = (_, __, done) => done(Object.assign(new Error('No.'), { code: 'ENOTFOUND' }), [])
  expect((await post('http://shop.example', sandbox, unknown)).error).toBe('Its host name has no address.')
})

test('an error does not reveal the local address of the connection, even if the operating system’s message does', async () => {
  const failing = (code: string): ResolveHost => {
    const error = Object.assign(new Error(`connect ${code} 93.184.216.34:80 - Local (10.1.2.3:54321)`), { code })
    return (_, __, done) => done(error, [])
  }

  expect((await post('http://shop.example', sandbox, failing('EHOSTUNREACH'))).error).toBe(
    'There is no way to its address.',
  )
  expect((await post('http://shop.example', sandbox, failing('EADDRNOTAVAIL'))).error).toBe('It could not be reached.')
})

test('a status of success counts, whatever its body and however that ends', async () => {
  const { port } = await start((_, response) => {
    response.writeHead(200, { 'Content-Length': '1000' }).write('<h1>Error</h1>')
    setTimeout(() => response.destroy(), 50)
  })

  expect(await post(`http://127.0.0.1:${port}`)).toMatchObject({ arrived: true, body: '<h1>Error</h1>' })
})

test('an address that is not allowed gets no connection, whether it is written, looked up, mapped or translated', async () => {
  const { port, requests } = await start((_, response) => response.end())
  const live: AllowedAddresses = { mode: 'live', allowed: [] }

  for (const host of ['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '[64:ff9b::7f00:1]', '2130706433', '0x7f.1']) {
    expect((await post(`http://${host}:${port}`, live)).error).toMatch(/has no address that webhooks may be sent to/)
  }
  expect((await post(`http://shop.example:${port}`, live, at('10.0.0.1'))).error).toBe(
    'shop.example has no address that webhooks may be sent to.',
  )
  expect(requests()).toBe(0)
})

test('DNS rebinding has no effect: the connection goes to the address that was checked', async () => {
  const { port, requests } = await start((_, response) => response.end())
  let asked = 0
  const rebinding: ResolveHost = (hostname, options, done) => {
    asked += 1
    // The first look-up returns an allowed address without a server, later ones the private address that an attacker wants to reach.
    at(asked === 1 ? '127.0.0.2' : '10.0.0.1')(hostname, options, done)
  }
  const agent = guardedAgent(sandbox, rebinding)
  onTestFinished(() => agent.destroy())
  const send = () => postWebhook(`http://shop.example:${port}`, { body: '{}', headers: {}, agent })

  expect((await send()).error).toBe('It refuses connections.')
  expect(asked).toBe(1)
  expect((await send()).error).toBe('shop.example has no address that webhooks may be sent to.')
  expect(requests()).toBe(0)
})

test('a receiver whose certificate is for another host, expired or from an unknown CA gets no data', async () => {
  const [right, other, expired] = [
    makeCertificate('shop.example'),
    makeCertificate('other.example'),
    makeCertificate('shop.example', [-3, -1]),
  ]
  const trusted = getCACertificates()
  setDefaultCACertificates([right, other, expired].map(({ cert }) => cert))
  onTestFinished(() => setDefaultCACertificates(trusted))
  let requests = 0
  const send = async (certificate: Certificate) => {
    const server = createSecureServer({ ...certificate }, (_, response) => {
      requests += 1
      response.end()
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void server.close())
    return post(`https://shop.example:${(server.address() as AddressInfo).port}`, sandbox, at('127.0.0.1'))
  }

  expect((await send(right)).arrived).toBe(true)
  expect((await send(other)).error).toBe('Its certificate is for another host name.')
  expect((await send(expired)).error).toBe('Its certificate has expired.')
  expect((await send(makeCertificate('shop.example'))).error).toBe('Its certificate is self-signed.')
  expect(requests).toBe(1)
})

test('of several addresses, only the allowed ones are tried', async () => {
  const { port, requests } = await start((_, response) => response.end())
  const both: ResolveHost = (_, __, done) =>
    done(null, [
      { address: '10.0.0.1', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ])

  expect((await post(`http://shop.example:${port}`, sandbox, both)).arrived).toBe(true)
  expect(requests()).toBe(1)
})
