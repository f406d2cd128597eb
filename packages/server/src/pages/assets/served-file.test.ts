import express from 'express'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { immutableCacheControl, sendFile, servedFile } from './served-file.ts'

const text = Buffer.from('const answer = 42\n'.repeat(100))
// Random bytes cannot be compressed.
const noise = randomBytes(2000)

describe('a file for serving', () => {
  test('is compressed by each encoding into fewer bytes, which unpack to the file', async () => {
    const { compressed } = servedFile('script.js', text)
    const [br, gzip] = [(await compressed('br'))!, (await compressed('gzip'))!]

    expect(br.length).toBeLessThan(text.length)
    expect(gzip.length).toBeLessThan(text.length)
    expect(brotliDecompressSync(br).equals(text)).toBe(true)
    expect(gunzipSync(gzip).equals(text)).toBe(true)
  })

  test('is compressed once, however many requests arrive', async () => {
    const { compressed } = servedFile('script.js', text)

    const [first, second] = await Promise.all([compressed('br'), compressed('br')])
    expect(second).toBe(first)
    expect(await compressed('br')).toBe(first)
  })

  test('has no compressed bytes if compression saves none', async () => {
    for (const bytes of [noise, Buffer.alloc(0)]) {
      const { compressed } = servedFile('noise.bin', bytes)
      expect([await compressed('br'), await compressed('gzip')]).toEqual([undefined, undefined])
    }
  })

  test('has a tag that depends only on its bytes, and a type from its name; browsers execute no file of an unknown type', () => {
    expect(servedFile('one.js', text).etag).toBe(servedFile('other.css', text).etag)
    expect(servedFile('one.js', noise).etag).not.toBe(servedFile('one.js', text).etag)
    expect(servedFile('one.js', text).type).toBe('text/javascript; charset=utf-8')
    expect(servedFile('one.exe', text).type).toBe('application/octet-stream')
  })
})

describe('sent', () => {
  const files = { text: servedFile('script.js', text), noise: servedFile('noise.bin', noise) }
  let server: Server
  beforeAll(async () => {
    server = express()
      .get('/:name', (asked, response) =>
        sendFile(response, files[asked.params.name as keyof typeof files], immutableCacheControl),
      )
      .listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterAll(() => void server.close())

  /** `fetch` would decompress the body and choose its own encodings. */
  const get = async (name: keyof typeof files, headers: Readonly<Record<string, string>>) => {
    const { port } = server.address() as AddressInfo
    const [answer] = await once(request({ port, host: '127.0.0.1', path: `/${name}`, headers }).end(), 'response')
    return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) }
  }

  test.each([
    ['gzip, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', undefined],
  ])('to a browser that accepts %s is encoded as %s, with a tag for that encoding', async (accepted, encoding) => {
    const { headers, body } = await get('text', { 'accept-encoding': accepted })

    expect(headers['content-encoding']).toBe(encoding)
    expect(headers['vary']).toBe('Accept-Encoding')
    expect(headers['etag']).toBe(
      encoding === undefined ? files.text.etag : `${files.text.etag.slice(0, -1)}-${encoding}"`,
    )
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync }
    expect((encoding === undefined ? body : unpack[encoding as 'br' | 'gzip'](body)).equals(text)).toBe(true)
  })

  test('is uncompressed if no encoding makes it smaller', async () => {
    const { headers, body } = await get('noise', { 'accept-encoding': 'gzip, br' })

    expect(headers['content-encoding']).toBeUndefined()
    expect(body.equals(noise)).toBe(true)
  })

  test('is answered with 304 if the browser already has it in this encoding', async () => {
    const tag = (await get('text', { 'accept-encoding': 'br' })).headers['etag']!

    expect(await get('text', { 'accept-encoding': 'br', 'if-none-match': tag })).toMatchObject({ status: 304 })
    expect(await get('text', { 'accept-encoding': 'gzip', 'if-none-match': tag })).toMatchObject({ status: 200 })
  })
})
