import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { StartProblem } from '../../config/start-problem.ts'
import { masterSecretOf } from '../../credentials/master-secret.ts'
import { secretFingerprintOf, type Manifest } from './manifest.ts'
import { openArchive } from './open-archive.ts'
import { readTarHeader, tarHeader, tarPadding } from './tar.ts'
import { type UnfinishedManifest, writeArchive } from './write-archive.ts'

const folder = mkdtempSync(join(tmpdir(), 'archives-'))
const secret = masterSecretOf('the secret of this server, and of no other')
afterAll(() => rmSync(folder, { recursive: true }))

const described: UnfinishedManifest = {
  format: 1,
  kind: 'backup',
  database: 'embedded',
  version: '0.1.0',
  mode: 'sandbox',
  at: '2026-11-22T12:00:00.000Z',
  postgresql: 18,
  dumpedBy: null,
  migrations: [{ version: 1, name: 'first tables', appliedAt: '2026-11-22 12:00:00+00', needsVersion: 0 }],
  contents: { counts: { 'public.payments': 1 }, sums: [] },
  secret: secretFingerprintOf(secret),
}
const content = 'all that is in the database'

const targetOf = (name: string) => ({ file: join(folder, name), unfinished: join(folder, `${name}.unfinished`) })

const make = async (name: string, more: Partial<Manifest> = {}) => {
  const target = targetOf(name)
  await writeArchive(target, 'cluster.tar.gz', secret, async (append) => {
    await append(Buffer.from(content))
    return { ...described, ...more }
  })
  return target.file
}

const open = (file: string, more: Partial<Parameters<typeof openArchive>[1]> = {}) =>
  openArchive(file, { kind: 'backup', mode: 'sandbox', secret, ...more })

let whole: string
beforeAll(async () => {
  whole = await make('whole')
})

/** Writes a changed copy of the undamaged file, and returns its path. */
const spoil = (name: string, change: (bytes: Buffer) => Buffer): string => {
  const file = join(folder, name)
  writeFileSync(file, change(readFileSync(whole)))
  return file
}

test('an archive contains what was written, and describes its database', async () => {
  const { manifest, payload } = await open(whole)

  expect(await text(payload() as never)).toBe(content)
  expect(manifest).toMatchObject({ ...described, payload: { name: 'cluster.tar.gz', bytes: content.length } })
  expect(readdirSync(folder)).toEqual(['whole'])
})

const withByte = (at: (bytes: Buffer) => number) => (bytes: Buffer) => {
  const place = at(bytes)
  return Buffer.concat([bytes.subarray(0, place), Buffer.from([bytes[place]! ^ 1]), bytes.subarray(place + 1)])
}

const spoilt: readonly (readonly [string, (bytes: Buffer) => Buffer, string])[] = [
  ['lacks its end', (bytes) => bytes.subarray(0, 1000), 'is damaged or incomplete'],
  ['ends in its manifest', (bytes) => bytes.subarray(0, 1700), 'is damaged or incomplete'],
  ['has another bit in its payload', withByte(() => 515), 'is damaged or incomplete'],
  ['says other sums', withByte((bytes) => bytes.indexOf('"public.payments": 1') + 19), 'is damaged or incomplete'],
  ['has another bit at its beginning', withByte(() => 3), 'is not a file of billing-checkout'],
  ['is empty', () => Buffer.alloc(0), 'is not a file of billing-checkout'],
  ['is something else', () => Buffer.from('my notes '.repeat(1000)), 'is not a file of billing-checkout'],
]

test('a folder in place of an archive file is refused with a sentence', async () => {
  const refused = await open(tmpdir()).catch((error: unknown) => error)

  expect(refused).toMatchObject({ message: `${tmpdir()} is not a file: name the backup itself.` })
})

test.each(spoilt)('a file that %s is refused', async (name, change, why) => {
  const refused = await open(spoil(name, change)).catch((error: unknown) => error)

  expect(refused).toBeInstanceOf(StartProblem)
  expect((refused as Error).message).toContain(why)
})

test.each([
  ['of another master secret', {}, { secret: masterSecretOf('another') }, 'made with another master secret'],
  ['of the other mode', {}, { mode: 'live' }, 'belongs to MODE=sandbox, and this is MODE=live'],
  ['that is an export', { kind: 'export' }, {}, 'is an export: use `import`'],
  ['of a newer format', { format: 2, version: '9.0.0' }, {}, 'made by a newer server, version 9.0.0'],
  [
    'of a newer schema',
    { migrations: [{ version: 9999, name: 'later', appliedAt: '', needsVersion: 0 }], version: '9.0.0' },
    {},
    'made by a newer server, version 9.0.0',
  ],
] as const)('a file %s is refused', async (name, said, expected, why) => {
  const file = await make(name, said as Partial<Manifest>)

  await expect(open(file, expected)).rejects.toThrow(why)
})

test('a backup overwrites no file, even one that another process creates meanwhile', async () => {
  const file = join(folder, 'taken')

  await expect(make('whole')).rejects.toThrow('already exists')
  const meanwhile = writeArchive(targetOf('taken'), 'cluster.tar.gz', secret, async (append) => {
    await append(Buffer.from(content))
    appendFileSync(file, 'mine')
    return described
  })

  await expect(meanwhile).rejects.toThrow('already exists')
  expect(readFileSync(file, 'utf8')).toBe('mine')
  expect(existsSync(targetOf('taken').unfinished)).toBe(false)
})

test('a failed backup leaves no file behind', async () => {
  const target = targetOf('failed')
  const failing = writeArchive(target, 'cluster.tar.gz', secret, async (append) => {
    await append(Buffer.from(content))
    throw new Error('the database is gone')
  })

  await expect(failing).rejects.toThrow('the database is gone')
  expect([existsSync(target.file), existsSync(target.unfinished)]).toEqual([false, false])
})

/** Builds a file as any attacker could: with valid headers and arbitrary content. */
const forge = (name: string, { payload = content.length, manifest = 0, text = '' }): string => {
  const file = join(folder, name)
  const body = Buffer.from(content)
  const parts = [
    tarHeader({ name: 'cluster.tar.gz', kind: 'file', size: payload }),
    body,
    Buffer.alloc(tarPadding(body.length)),
    tarHeader({ name: 'manifest.json', kind: 'file', size: manifest }),
    Buffer.from(text),
    Buffer.alloc(2048),
  ]
  writeFileSync(file, Buffer.concat(parts))
  return file
}

const refusalOf = async (file: string): Promise<unknown> => open(file).catch((error: unknown) => error)

/** Small sizes, and sizes for which a buffer cannot be allocated, Node asserts on the read, or a number is no longer exact. */
const sizes = [0, 1, 4 * 2 ** 20 + 1, 2 ** 31 - 1, 2 ** 31, 3.9e9, 2 ** 32, 30e9, 2 ** 53 - 1, 2 ** 53, 2 ** 60]

describe('a file whose sizes are larger than the file is refused before memory is taken for it', () => {
  test.each(sizes)('a manifest of %d bytes', async (size) => {
    const before = process.memoryUsage().arrayBuffers

    const refused = await refusalOf(forge('manifest', { manifest: size }))

    expect(refused).toMatchObject({ name: 'StartProblem', message: expect.stringContaining('damaged') })
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * 2 ** 20)
  })

  test.each(sizes)('a payload of %d bytes', async (size) => {
    const refused = await refusalOf(forge('payload', { payload: size, manifest: 2 }))

    expect(refused).toMatchObject({ name: 'StartProblem', message: expect.stringContaining('damaged') })
  })
})

const aManifest = { ...described, payload: { name: 'cluster.tar.gz', bytes: content.length, sha256: 'a' } }
const signed = (manifest: unknown, signature: unknown = 'a'.repeat(64)) => JSON.stringify({ manifest, signature })

test.each([
  ['is a number', '7'],
  ['is null', 'null'],
  ['is nested deeply', `{"manifest":${'['.repeat(500_000)}${']'.repeat(500_000)},"signature":""}`],
  ['has no manifest', signed(undefined)],
  ['has migrations that are not a list', signed({ ...aManifest, migrations: 'all' })],
  ['has no contents', signed({ ...aManifest, contents: null })],
  ['has no payload', signed({ ...aManifest, payload: undefined })],
  ['is signed with other letters', signed(aManifest, 'ä'.repeat(64))],
  ['is signed with a number', signed(aManifest, 7)],
  ['has a version that moves the cursor', signed({ ...aManifest, format: 2, version: '\u001b[2J' })],
  ['has a version that is not a text', signed({ ...aManifest, format: 2, version: {} })],
])('a manifest that %s is refused with one sentence', async (name, text) => {
  const refused = await refusalOf(forge(name, { manifest: Buffer.byteLength(text), text }))

  expect(refused).toMatchObject({ name: 'StartProblem', message: expect.stringContaining('damaged') })
})

test('the reader refuses every corrupt archive with a sentence', { timeout: 60_000 }, async () => {
  const bytes = readFileSync(whole)
  const value = fc.oneof(fc.json(), fc.string({ unit: 'binary' }), fc.constant(''))
  const broken = fc.oneof(
    fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 20 }).map((changes) => {
      const copy = Buffer.from(bytes)
      for (const [at, byte] of changes) copy[at] = byte
      return copy
    }),
    fc.nat(bytes.length - 1).map((end) => bytes.subarray(0, end)),
    fc.uint8Array({ maxLength: 2000 }).map((random) => Buffer.from(random)),
    fc
      .record({ payload: fc.maxSafeNat(), manifest: fc.maxSafeNat(), text: value })
      .map((said) => readFileSync(forge('forged', said))),
    value.map((text) => readFileSync(forge('forged', { manifest: Buffer.byteLength(text), text }))),
  )
  const file = join(folder, 'fuzzed')

  await fc.assert(
    fc.asyncProperty(broken, async (changed) => {
      if (changed.equals(bytes)) return
      writeFileSync(file, changed)
      const answered = await refusalOf(file)
      // If only a byte changed that no reader looks at, such as the owner in a header, the file opens with its former contents.
      if (answered instanceof Error) expect(answered).toMatchObject({ name: 'StartProblem' })
      else expect(answered).toMatchObject({ manifest: { contents: described.contents } })
    }),
    { numRuns: 500 },
  )
})

test('a tar member of more than 8 GiB is read back with its size', () => {
  const member = { name: 'database.dump', kind: 'file', size: 3 * 8 ** 11 + 5 } as const

  expect(readTarHeader(tarHeader(member))).toEqual(member)
})
