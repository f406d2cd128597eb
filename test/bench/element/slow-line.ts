import { execFileSync } from 'node:child_process'
import { createHash, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import {
  createSecureServer,
  type Http2SecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
} from 'node:http2'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { conditions } from './slow-phone.ts'

/** A simulated line from a phone to the internet. Everything on it shares the bandwidth and waits for the round trips. */
export interface SlowLine {
  /**
   * The flag that makes Chromium trust the line's certificate. If Chromium only ignored certificate errors, each connection would need a
   * second handshake.
   */
  readonly trustFlag: string
  /**
   * Puts TLS and the line in front of a local server. Returns the port to connect to, and `to`, which sets the server's port once it is
   * known.
   */
  lead(host: string): Promise<{ readonly port: number; readonly to: (backendPort: number) => void }>
  close(): void
}

/** Opens a line. At its end, a proxy decrypts HTTP/2, as an operator's proxy does. */
export const openSlowLine = (): SlowLine => {
  const certificate = makeCertificate()
  const servers: (Server | Http2SecureServer)[] = []
  const sockets = new Set<Socket>()
  const free = { down: 0, up: 0 }
  return {
    trustFlag: `--ignore-certificate-errors-spki-list=${hashOfKey(certificate.cert)}`,
    async lead(host) {
      let backendPort = 0
      const proxy = createSecureServer({ ...certificate, allowHTTP1: true }, (asked, answer) =>
        forward(asked, answer, backendPort),
      )
      const proxyPort = await listen(proxy, '127.0.0.1')
      const line = createServer((near) => {
        const far = connect(proxyPort, '127.0.0.1')
        // The local TCP handshake took no time, so delay the first byte by the time that it would have taken.
        const opensAt = performance.now() + conditions.roundTripMs
        carry(near, far, free, 'up', opensAt)
        carry(far, near, free, 'down', opensAt)
        for (const socket of [near, far]) sockets.add(socket.on('error', () => socket.destroy()))
      })
      servers.push(proxy, line)
      return { port: await listen(line, host), to: (port) => void (backendPort = port) }
    },
    close() {
      for (const socket of sockets) socket.destroy()
      for (const server of servers) server.close()
    },
  }
}

/** Forwards data in order, half a round trip later and no faster than the line's bandwidth. */
const carry = (
  from: Socket,
  to: Socket,
  free: Record<'up' | 'down', number>,
  way: 'up' | 'down',
  opensAt: number,
): void => {
  const { roundTripMs, bytesPerSecond } = conditions
  const speed = way === 'down' ? bytesPerSecond : bytesPerSecond / 2
  // Timers may fire out of order, so each forwards the data that has waited longest.
  const waiting: (() => void)[] = []
  let last = 0
  const handOn = (act: () => void, at: number): void => {
    waiting.push(act)
    last = Math.max(last, at)
    setTimeout(() => waiting.shift()?.(), Math.max(0, last - performance.now()))
  }
  from.on('data', (chunk: Buffer) => {
    const begins = Math.max(performance.now(), opensAt, free[way])
    free[way] = begins + (chunk.length / speed) * 1000
    handOn(() => to.writable && to.write(chunk), free[way] + roundTripMs / 2)
  })
  from.on('close', () => handOn(() => to.end(), last))
}

const forward = (asked: Http2ServerRequest, answer: Http2ServerResponse, port: number): void => {
  const named = Object.entries(asked.headers).filter(([name]) => !name.startsWith(':'))
  const headers = { ...Object.fromEntries(named), host: asked.authority || asked.headers.host }
  const backend = request({ port, host: 'localhost', method: asked.method, path: asked.url, headers }, (said) => {
    const { connection: _, 'transfer-encoding': __, 'keep-alive': ___, ...rest } = said.headers
    answer.writeHead(said.statusCode ?? 502, rest)
    said.pipe(answer)
  })
  backend.on('error', () => answer.destroy())
  asked.pipe(backend)
}

const listen = async (server: Server | Http2SecureServer, host: string): Promise<number> => {
  server.listen(0, host)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

const hashOfKey = (certificate: Buffer): string => {
  const key = new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(key).digest('base64')
}

/** A self-signed certificate. A flag of the browser declares its key trusted. */
const makeCertificate = (): { readonly key: Buffer; readonly cert: Buffer } => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-certificate-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  try {
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
    execFileSync('openssl', ['req', '-x509', ...curve, '-keyout', key, '-out', cert, '-days', '1', ...subject], {
      stdio: 'ignore',
    })
    return { key: readFileSync(key), cert: readFileSync(cert) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
