import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { Mode } from '../../config/mode.ts'
import { StartProblem } from '../../config/start-problem.ts'
import type { MasterSecret } from '../../credentials/master-secret.ts'
import { migrations } from '../../store/migrations/index.ts'
import { type ArchiveKind, secretFingerprintOf, type Manifest, readManifest } from './manifest.ts'
import { readTarHeader, tarBlockBytes, tarPadding } from './tar.ts'
import { manifestName, payloads } from './write-archive.ts'

/** One of our files: complete, of this mode, made under this master secret, and without migrations that this code does not know. */
export interface Archive {
  readonly manifest: Manifest
  /** Yields the payload from its beginning. */
  readonly payload: () => AsyncIterable<Buffer>
}

/** The properties that a file must have. */
export interface ExpectedArchive {
  readonly kind: ArchiveKind
  readonly mode: Mode
  readonly secret: MasterSecret
}

/** Opens one of our files after reading all of it once. Throws a StartProblem with the reason if the file cannot be used. */
export const openArchive = async (file: string, expected: ExpectedArchive): Promise<Archive> => {
  const handle = await openFile(file)
  try {
    const { text, size } = await findManifest(handle, file)
    const manifest = await readAndCheck(file, text, expected)
    // An empty payload is refused here, because a read stream cannot end before its first byte. Our payloads are never empty.
    if (size === 0) throw damaged(file)
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
  throw new StartProblem(`${file} is not a file: name the backup itself.`)
}

/** The largest manifest that we accept. A real manifest has a line for each table and currency, about ten thousand bytes. */
const manifestBytesMax = 4 << 20

/**
 * Reads the text of the manifest, and the number of payload bytes before it. An attacker may have written the headers, so their sizes are
 * compared with the size of the file before anything is allocated or read.
 */
const findManifest = async (
  handle: FileHandle,
  file: string,
): Promise<{ readonly text: string; readonly size: number }> => {
  const payload = readTarHeader(await readAt(handle, 0, tarBlockBytes))
  if (payload === undefined || !payloadNames.has(payload.name)) {
    throw new StartProblem(`${file} is not a file of billing-checkout, or its beginning is damaged.`)
  }
  const { size: fileBytes } = await handle.stat()
  const place = tarBlockBytes + payload.size + tarPadding(payload.size)
  if (place + tarBlockBytes > fileBytes) throw damaged(file)
  const member = readTarHeader(await readAt(handle, place, tarBlockBytes))
  if (member?.name !== manifestName || member.size > Math.min(manifestBytesMax, fileBytes - place)) throw damaged(file)
  return { text: (await readAt(handle, place + tarBlockBytes, member.size)).toString('utf8'), size: payload.size }
}

const payloadNames: ReadonlySet<string> = new Set(Object.values(payloads))

/** Returns fewer bytes than requested if the file ends first. */
const readAt = async (handle: FileHandle, at: number, length: number): Promise<Buffer> => {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at)
  return buffer.subarray(0, bytesRead)
}

const damaged = (file: string): StartProblem =>
  new StartProblem(`${file} is damaged or incomplete: use another one. Nothing was changed.`)

/** Parses a manifest and throws unless it has the expected properties. */
const readAndCheck = async (file: string, text: string, { kind, mode, secret }: ExpectedArchive): Promise<Manifest> => {
  const parsed = parse(text, file)
  if ('newerVersion' in parsed) throw newer(file, parsed.newerVersion)
  const { manifest, isSignedUnder } = parsed
  if (manifest.kind !== kind) {
    throw new StartProblem(
      manifest.kind === 'backup'
        ? `${file} is a backup: use \`restore\`.`
        : `${file} is an export: use \`import\`, which takes it into either database.`,
    )
  }
  if (manifest.secret !== secretFingerprintOf(secret)) {
    throw new StartProblem(
      `${file} was made with another master secret: set that one in SECRET_KEY, or put the secret.key of its server into DATA_DIR. Nothing was changed.`,
    )
  }
  if (!isSignedUnder(secret)) throw damaged(file)
  const known = new Set(migrations.map(({ version }) => version))
  if (!manifest.migrations.every(({ version }) => known.has(version))) throw newer(file, manifest.version)
  if (manifest.mode !== mode) {
    throw new StartProblem(`${file} belongs to MODE=${manifest.mode}, and this is MODE=${mode}. Nothing was changed.`)
  }
  return manifest
}

const parse = (text: string, file: string): ReturnType<typeof readManifest> => {
  try {
    return readManifest(text)
  } catch {
    throw damaged(file)
  }
}

const newer = (file: string, version: string): StartProblem =>
  new StartProblem(`${file} was made by a newer server, version ${version}: use that one. Nothing was changed.`)

const hashOf = async (payload: AsyncIterable<Buffer>): Promise<string> => {
  const hash = createHash('sha256')
  for await (const bytes of payload) hash.update(bytes)
  return hash.digest('hex')
}
