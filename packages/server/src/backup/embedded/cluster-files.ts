import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { tarHeader, type TarMember, tarPadding } from '../archive/tar.ts'

/**
 * Folders of which only the folder itself is copied. Their files belong to one process, or PostgreSQL makes them again at its start;
 * `readWal` copies the files of `pg_wal`.
 */
const emptiedFolders: ReadonlySet<string> = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
/** Files that describe the running process or an earlier backup. */
const skippedFiles: ReadonlySet<string> = new Set(['postmaster.pid', 'postmaster.opts', 'backup_label.old'])

/**
 * Yields the files of a running cluster, without its write-ahead log, as pieces of a tar file. It leaves out a file that is removed
 * meanwhile.
 */
export async function* readCluster(cluster: string): AsyncGenerator<Buffer> {
  for (const name of pathsIn(cluster, '')) {
    const path = join(cluster, name)
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat?.isDirectory()) yield tarHeader({ name, kind: 'folder', size: 0 })
    // The control file is read in one piece: PostgreSQL runs in this thread, so it cannot write the file meanwhile.
    else if (stat?.isFile()) yield* tarMemberPieces({ name, kind: 'file', size: stat.size }, piecesOf(path, stat.size))
  }
  for (const name of ['pg_wal/archive_status', 'pg_wal/summaries']) yield tarHeader({ name, kind: 'folder', size: 0 })
}

/** Yields the write-ahead log files from the first to the last, as pieces of a tar file. */
export async function* readWal(
  cluster: string,
  { firstLog, lastLog }: { readonly firstLog: string; readonly lastLog: string },
): AsyncGenerator<Buffer> {
  const logs = readdirSync(join(cluster, 'pg_wal')).filter((name) => name >= firstLog && name <= lastLog)
  for (const name of logs.toSorted()) {
    const path = join(cluster, 'pg_wal', name)
    const { size } = statSync(path)
    yield* tarMemberPieces({ name: `pg_wal/${name}`, kind: 'file', size }, piecesOf(path, size))
  }
}

/** Yields a member of a tar file in pieces. Its content is cut, or padded with zeros, to the size in its header. */
export async function* tarMemberPieces(member: TarMember, pieces: Iterable<Buffer>): AsyncGenerator<Buffer> {
  yield tarHeader(member)
  let missing = member.size
  for (const piece of pieces) {
    yield piece.subarray(0, missing)
    missing -= Math.min(piece.length, missing)
  }
  const padding = missing + tarPadding(member.size)
  if (padding > 0) yield Buffer.alloc(padding)
}

/** Bytes that are read before other work gets a turn. */
const batchBytes = 1 << 20

/**
 * Regroups bytes into pieces of about a megabyte. A cluster has a thousand small files, and each piece waits for its turn among the
 * server's other work.
 */
export async function* regroupInMegabytes(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
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

/** The paths of files and folders, relative to the cluster's folder, each folder before its contents. */
const pathsIn = (cluster: string, folder: string): readonly string[] =>
  readdirSync(join(cluster, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (skippedFiles.has(name)) return []
    return entry.isDirectory() ? [name, ...(emptiedFolders.has(name) ? [] : pathsIn(cluster, name))] : [name]
  })

/** The most bytes that are read in one piece. The control file is smaller, so it is read in one piece. */
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
