import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** A PgBouncer in session mode in front of a test PostgreSQL. */
export interface PgbouncerServer {
  /** The Unix socket on which the PgBouncer listens. */
  readonly socketPath: string
  stop(): Promise<void>
}

const program = '/usr/sbin/pgbouncer'

/** Whether this machine has a PgBouncer (`apt-get install pgbouncer`). */
export const hasPgbouncer = (): boolean => existsSync(program)

/** Starts a PgBouncer in a fresh temporary folder. */
export const startPgbouncer = async (databaseSocketPath: string): Promise<PgbouncerServer> => {
  const folder = mkdtempSync(join(tmpdir(), 'billing-checkout-'))
  const settings = join(folder, 'pgbouncer.ini')
  writeFileSync(
    settings,
    `[databases]
* = host=${dirname(databaseSocketPath)} user=postgres
[pgbouncer]
listen_addr =
listen_port = 5432
unix_socket_dir = ${folder}
auth_type = any
pool_mode = session
default_pool_size = 50
server_login_retry = 1
logfile = ${folder}/pgbouncer.log
`,
  )
  const isRoot = userInfo().uid === 0
  if (isRoot) execFileSync('chown', ['-R', 'nobody', folder])
  const child = spawn(program, ['-q', ...(isRoot ? ['-u', 'nobody'] : []), settings], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  const socketPath = join(folder, '.s.PGSQL.5432')
  while (!existsSync(socketPath)) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}.`)
    await wait(20)
  }
  return {
    socketPath,
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
