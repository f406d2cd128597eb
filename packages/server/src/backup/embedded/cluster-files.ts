import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { tarHeader, type TarMember, tarPadding } from '../archive/tar.ts'

/** Files that belong to one process or that PostgreSQL makes again when it starts; the folders themselves must exist. */
const emptied: ReadonlySet<string> = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
const left: ReadonlySet<string> = new Set(['postmaster.pid', 'postmaster.opts', 'backup_label.old'])

/** The files of a cluster that runs, but for its log, as pieces of a tar file. A file that is removed meanwhile is left out. */
export async function* readCluster(cluster: string): AsyncGenerator<Buffer> {
  for (const name of namesIn(cluster, '')) {
    const path = join(cluster, name)
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat?.isDirectory()) yield tarHeader({ name, kind: 'folder', size: 0 })
    // The control file is read in one go: PostgreSQL, which runs in this very thread, cannot write it meanwhile.
    else if (stat?.isFile()) yield* tarOf({ name, kind: 'file', size: stat.size }, piecesOf(path, stat.size))
  }
  for (const name of ['pg_wal/archive_status', 'pg_wal/summaries']) yield tarHeader({ name, kind: 'folder', size: 0 })
}

/** The files of the log from the first to the last one, as pieces of a tar file. */
export async function* readWal(
  cluster: string,
  { firstLog, lastLog }: { readonly firstLog: string; readonly lastLog: string },
): AsyncGenerator<Buffer> {
  const logs = readdirSync(join(cluster, 'pg_wal')).filter((name) => name >= firstLog && name <= lastLog)
  for (const name of logs.toSorted()) {
    const path = join(cluster, 'pg_wal', name)
    const { size } = statSync(path)
    yield* tarOf({ name: `pg_wal/${name}`, kind: 'file', size }, piecesOf(path, size))
  }
}

/** A member of a tar file in pieces: its content is cut, or filled up with zeros, to the size that its header says. */
export async function* tarOf(member: TarMember, pieces: Iterable<Buffer>): AsyncGenerator<Buffer> {
  yield tarHeader(member)
  let missing = member.size
  for (const piece of pieces) {
    yield piece.subarray(0, missing)
    missing -= Math.min(piece.length, missing)
  }
  const padding = missing + tarPadding(member.size)
  if (padding > 0) yield Buffer.alloc(padding)
}

/** So much is read before others have their turn. */
const batchBytes = 1 << 20

/**
 * The same bytes in pieces of about a megabyte. Each piece waits for its turn among all that the server does, and a cluster has a thousand
 * small files.
 */
export async function* inBatches(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let batch: Buffer[] = []
  let length = 0
  for await (const piece of pieces) {
    batch.push(piece)
    length += piece.length
    if (length < batchBytes) continue
    yield Buffer.concat(batch)
    batch = []
    length = 0
  }
  yield Buffer.concat(batch)
}

/** Names of files and folders, from the cluster's own folder, each folder before what is in it. */
const namesIn = (cluster: string, folder: string): readonly string[] =>
  readdirSync(join(cluster, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (left.has(name)) return []
    return entry.isDirectory() ? [name, ...(emptied.has(name) ? [] : namesIn(cluster, name))] : [name]
  })

/** So much is read at once; the control file is smaller. */
const pieceBytes = 256 * 1024

function* piecesOf(path: string, size: number): Generator<Buffer> {
  if (size <= pieceBytes) {
    yield readFileSync(path)
    return
  }
  const file = openSync(path, 'r')
  try {
    for (let at = 0; at < size;) {
      const piece = Buffer.allocUnsafe(Math.min(pieceBytes, size - at))
      const count = readSync(file, piece, 0, piece.length, at)
      if (count === 0) return
      yield piece.subarray(0, count)
      at += count
    }
  } finally {
    closeSync(file)
  }
}
