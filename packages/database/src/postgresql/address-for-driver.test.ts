import { sql } from 'kysely'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSecureContext, TLSSocket } from 'node:tls'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../../test/support/databases/databases.ts'
import { type Certificate, makeCertificate } from '../../../../test/support/services/make-certificate.ts'
import { databaseTroubleOf } from '../errors/database-trouble.ts'
import { openPostgresql } from './open.ts'
import { protectionOf, addressForDriver } from './address-for-driver.ts'

const folder = mkdtempSync(join(tmpdir(), 'tls-'))
const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
const ours = makeCertificate('localhost')
const ca = file('ca.pem', ours.cert)
let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase('postgresql', 'no tables')
})
afterAll(async () => {
  await database.close()
  rmSync(folder, { recursive: true })
})

/** A PostgreSQL that answers over TLS: the PostgreSQL of the tests behind a proxy that speaks TLS as PostgreSQL does. */
const openOverTls = async (given: Certificate | undefined | (() => Certificate)) => {
  const socketFolder = new URL(database.url!).searchParams.get('host')!
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', (first) => {
      // A request for TLS is eight bytes long; a client that does not want TLS sends more.
      if (first.length !== 8) return void socket.destroy()
      const certificate = typeof given === 'function' ? given() : given
      socket.write(certificate === undefined ? 'N' : 'S')
      if (certificate === undefined) return
      const secured = new TLSSocket(socket, { isServer: true, secureContext: createSecureContext({ ...certificate }) })
      const behind = connect(join(socketFolder, '.s.PGSQL.5432'))
      for (const one of [secured, behind]) one.on('error', () => void [secured.destroy(), behind.destroy()])
      secured.pipe(behind).pipe(secured)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const { username, pathname } = new URL(database.url!)
  return (options: string) => `postgresql://${username}@localhost:${port}${pathname}?${options}`
}

/** Opens the address, and returns the result with the warnings that Node printed meanwhile. */
const opening = async (address: string) => {
  const warnings: string[] = []
  const hear = ({ message }: Error) => void warnings.push(message)
  process.on('warning', hear)
  try {
    const { close } = await openPostgresql(address, { mode: 'sandbox' })
    await close()
    return { message: 'opened', warnings }
  } catch (error) {
    return { message: (error as Error).message, warnings }
  } finally {
    process.off('warning', hear)
  }
}

test.each(['require', 'verify-ca', 'verify-full', 'prefer'])(
  'sslmode=%s with the CA opens the database, and prints no warning',
  async (mode) => {
    const addressed = await openOverTls(ours)

    expect(await opening(addressed(`sslmode=${mode}&sslrootcert=${ca}`))).toEqual({ message: 'opened', warnings: [] })
  },
)

test.each([
  ['a CA that this machine does not know', 'sslmode=require', ours, /certificate.*sslrootcert/],
  ['a CA that only Node does not know', 'sslrootcert=system', ours, /certificate.*sslrootcert/],
  [
    'another host name',
    `sslmode=require&sslrootcert=${file('other.pem', makeCertificate('db.example').cert)}`,
    ours,
    /./,
  ],
  ['no TLS at all', 'sslmode=require', undefined, /offers no TLS/],
] as const)('a server with %s is refused with a sentence', async (_, options, certificate, sentence) => {
  const addressed = await openOverTls(certificate)

  const { message, warnings } = await opening(addressed(options))

  expect(message).toMatch(/^PostgreSQL at localhost:\d+\/\S+ .+\.$/)
  expect(message).toMatch(sentence)
  expect(warnings).toEqual([])
})

test('a certificate of the right CA for another host is refused', async () => {
  const elsewhere = makeCertificate('db.example')
  const addressed = await openOverTls(elsewhere)

  const { message } = await opening(addressed(`sslmode=require&sslrootcert=${file('elsewhere.pem', elsewhere.cert)}`))

  expect(message).toContain('has a certificate for another host name')
})

test('a certificate that becomes invalid later is reported as database trouble', async () => {
  let certificate = ours
  const addressed = await openOverTls(() => certificate)
  const { db, ping, close } = await openPostgresql(addressed(`sslmode=verify-full&sslrootcert=${ca}`), {
    mode: 'sandbox',
  })
  onTestFinished(close)

  certificate = makeCertificate('db.example')
  const error = await sql`select 1`.execute(db).catch((thrown: unknown) => thrown)

  expect(error).toMatchObject({
    message: expect.stringMatching(/^PostgreSQL at localhost:\d+\/\S+ has a certificate /),
  })
  expect(databaseTroubleOf(error)?.kind).toBe('unreachable')
  // `ping` uses a connection that was opened with the former certificate and still works.
  await ping()
})

test.each(['no encryption', 'SSL off'])('a server that requires TLS (%s) gets its own error', async (ending) => {
  const refusal = `no pg_hba.conf entry for host "127.0.0.1", user "u", database "books", ${ending}`
  const fields = ['SFATAL', 'VFATAL', 'C28000', `M${refusal}`].map((field) => `${field}\0`).join('') + '\0'
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(4 + fields.length, 1)
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end(Buffer.concat([head, Buffer.from(fields)])))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo

  const { message } = await opening(`postgresql://u@localhost:${port}/books`)

  expect(message).toContain('refuses this user without TLS: add sslmode=verify-full to DATABASE_URL.')
})

const missing = join(folder, 'missing.pem')
test.each([
  ['sslrootcert', missing, `but there is no file ${missing}.`],
  ['sslcert', missing, `but there is no file ${missing}.`],
  ['sslkey', missing, `but there is no file ${missing}.`],
  ['sslrootcert', folder, `but ${folder} cannot be read.`],
  ['sslrootcert', file('notes', 'my notes'), 'contains no certificate in PEM format.'],
])('%s=%s is refused with its own sentence', async (option, path, sentence) => {
  const { message } = await opening(`postgresql://u:hunter2@db.example/books?sslmode=verify-full&${option}=${path}`)

  expect(message).toMatch(/^DATABASE_URL names /)
  expect(message).toContain(sentence)
  expect(message).not.toContain('hunter2')
})

test.each([
  ['postgresql://u@db.example/books', 'none'],
  ['postgresql://u@db.example/books?sslmode=disable', 'none'],
  ['postgresql://u@db.example/books?sslmode=no-verify', 'unverified'],
  ['postgresql://u@db.example/books?sslmode=require&uselibpqcompat=true', 'unverified'],
  ['postgresql://u@db.example/books?sslmode=require', 'verified'],
  ['postgresql://u@db.example/books?sslmode=verify-full', 'verified'],
  ['postgresql://u@db.example/books?sslrootcert=system', 'verified'],
  ['postgresql://u@10.0.0.5/books', 'none'],
  ['postgresql://u@localhost/books', 'local'],
  ['postgresql://u@127.0.0.1:6432/books', 'local'],
  ['postgresql://u@[::1]/books', 'local'],
  ['postgresql://u@localhost/books?host=/run/postgresql', 'local'],
])('%s is protected by TLS: %s', (address, protection) => {
  expect(protectionOf(address)).toMatchObject({ protection })
})

test('special characters in a password are preserved', () => {
  const address = 'postgresql://u:p%40ss%3F&sslmode=x@db.example/books?application_name=a%20b&sslmode=require'

  expect(addressForDriver(address)).toBe(address.replace(/require$/, 'verify-full'))
})
