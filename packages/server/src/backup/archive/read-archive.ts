import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { Mode } from '../../config/mode.ts'
import { StartProblem } from '../../config/start-problem.ts'
import type { MasterSecret } from '../../credentials/master-secret.ts'
import { migrations } from '../../store/migrations/index.ts'
import { type ArchiveKind, fingerprintOf, formatVersion, type Manifest, readManifest } from './manifest.ts'
import { readTarHeader, tarBlockBytes, tarPadding } from './tar.ts'
import { manifestName } from './write-archive.ts'

/** A file of ours that is whole, is of this mode and schema, and was made under this master secret. */
export interface Archive {
  readonly manifest: Manifest
  /** The payload, from its beginning. */
  readonly payload: () => AsyncIterable<Buffer>
}

/** What a file has to fit. */
export interface Expected {
  readonly kind: ArchiveKind
  readonly mode: Mode
  readonly secret: MasterSecret
}

/** Opens a file of ours after reading all of it once. Throws a StartProblem for every reason why it cannot be used. */
export const openArchive = async (file: string, expected: Expected): Promise<Archive> => {
  const handle = await openFile(file)
  try {
    const { text, size } = await findManifest(handle, file)
    const manifest = await accept(file, text, expected)
    const payload = () =>
      createReadStream(file, { start: tarBlockBytes, end: tarBlockBytes + size - 1, highWaterMark: 1 << 20 })
    if (size !== manifest.payload.bytes || (await hashOf(payload())) !== manifest.payload.sha256) throw damaged(file)
    return { manifest, payload }
  } finally {
    await handle.close()
  }
}

const openFile = async (file: string): Promise<FileHandle> => {
  let handle: FileHandle
  try {
    handle = await open(file, 'r')
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    throw new StartProblem(isMissing ? `There is no file ${file}.` : `${file} cannot be read.`, { cause: error })
  }
  if ((await handle.stat()).isFile()) return handle
  await handle.close()
  throw new StartProblem(`${file} is no file: name the backup itself.`)
}

/** The text of the manifest, and the number of bytes of the payload before it. */
const findManifest = async (
  handle: FileHandle,
  file: string,
): Promise<{ readonly text: string; readonly size: number }> => {
  const payload = readTarHeader(await readAt(handle, 0, tarBlockBytes))
  if (payload === undefined || !payloadNames.has(payload.name)) {
    throw new StartProblem(`${file} is no file of billing-checkout, or its beginning is damaged.`)
  }
  const place = tarBlockBytes + payload.size + tarPadding(payload.size)
  const member = readTarHeader(await readAt(handle, place, tarBlockBytes))
  if (member?.name !== manifestName) throw damaged(file)
  return { text: (await readAt(handle, place + tarBlockBytes, member.size)).toString('utf8'), size: payload.size }
}

/** What payloads are called: files of an embedded database, a dump by `pg_dump`, and rows for either database. */
export const payloads = { cluster: 'cluster.tar.gz', dump: 'database.dump', rows: 'rows.jsonl.gz' } as const

const payloadNames: ReadonlySet<string> = new Set(Object.values(payloads))

/** Fewer bytes than were asked for where the file ends before. */
const readAt = async (handle: FileHandle, at: number, length: number): Promise<Buffer> => {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at)
  return buffer.subarray(0, bytesRead)
}

const damaged = (file: string): StartProblem =>
  new StartProblem(`${file} is damaged or was cut short: use another one. Nothing was changed.`)

const accept = async (file: string, text: string, { kind, mode, secret }: Expected): Promise<Manifest> => {
  const { manifest, isSignedUnder } = read(text, file)
  if (manifest.format > formatVersion) throw newer(file, manifest)
  if (manifest.kind !== kind) {
    throw new StartProblem(
      manifest.kind === 'backup'
        ? `${file} is a backup: use \`restore\`.`
        : `${file} is an export: use \`import\`, which takes it into either database.`,
    )
  }
  if (manifest.secret !== fingerprintOf(secret)) {
    throw new StartProblem(
      `${file} was made under another master secret: name that one in SECRET_KEY, or put the secret.key of its server into DATA_DIR. Nothing was changed.`,
    )
  }
  if (!isSignedUnder(secret)) throw damaged(file)
  const known = new Set(migrations.map(({ version }) => version))
  if (!manifest.migrations.every(({ version }) => known.has(version))) throw newer(file, manifest)
  if (manifest.mode !== mode) {
    throw new StartProblem(`${file} belongs to MODE=${manifest.mode}, this is MODE=${mode}. Nothing was changed.`)
  }
  return manifest
}

const read = (text: string, file: string): ReturnType<typeof readManifest> => {
  try {
    return readManifest(text)
  } catch {
    throw damaged(file)
  }
}

const newer = (file: string, { version }: Manifest): StartProblem =>
  new StartProblem(`${file} was made by a newer server, version ${version}: use that one. Nothing was changed.`)

const hashOf = async (payload: AsyncIterable<Buffer>): Promise<string> => {
  const hash = createHash('sha256')
  for await (const bytes of payload) hash.update(bytes)
  return hash.digest('hex')
}
