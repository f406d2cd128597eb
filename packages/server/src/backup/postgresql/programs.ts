import { type ChildProcess, execFile, spawn } from 'node:child_process'
import pg from 'pg'
import { StartProblem } from '../../config/start-problem.ts'

/** Programs of PostgreSQL that are used here. */
export type Program = 'pg_dump' | 'pg_restore'

/** The major version of a program on PATH. Throws where there is none. */
export const findProgram = (program: Program): Promise<number> =>
  new Promise((resolve, reject) => {
    execFile(program, ['--version'], (error, said) => {
      const version = Number(/\) (\d+)/.exec(said)?.[1])
      if (error === null && version > 0) return resolve(version)
      reject(
        new StartProblem(
          `There is no ${program} on PATH: install PostgreSQL's client programs, or use \`export\` and \`import\`, which need none.`,
          { cause: error },
        ),
      )
    })
  })

/** A program that runs on a database. */
export interface Running {
  readonly child: ChildProcess
  /** Resolves when it has done its work. Throws with what it said where it failed. */
  readonly ended: Promise<void>
}

/** Starts a program on a database. The address is handed over in the environment, where nobody else sees the password. */
export const startProgram = (program: Program, args: readonly string[], databaseUrl: string): Running => {
  const child = spawn(program, args, {
    env: { ...process.env, ...addressOf(databaseUrl) },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = `${said}${text}`.slice(-4000)))
  const ended = new Promise<void>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve()
      else reject(new StartProblem(`${program} failed, and nothing was kept: ${said.trim() || `exit code ${code}`}`))
    })
  })
  // Whoever waits for what it prints hears of its end later.
  ended.catch(() => {})
  // A program that ends early says why; that its input was not read to the end says nothing.
  child.stdin.on('error', () => {})
  return { child, ended }
}

/** The address as the programs read it. What only our driver understands is left out. */
const addressOf = (databaseUrl: string): Readonly<Record<string, string>> => {
  const { host, port, user, password, database } = new pg.Client(databaseUrl)
  const options = URL.canParse(databaseUrl) ? new URL(databaseUrl).searchParams : new URLSearchParams()
  const named = Object.entries(variables).flatMap(([option, variable]) => {
    const value = options.get(option)
    return value === null || value === 'no-verify' ? [] : [[variable, value] as const]
  })
  return {
    PGHOST: host,
    PGPORT: String(port),
    ...(user !== undefined && { PGUSER: user }),
    ...(typeof password === 'string' && { PGPASSWORD: password }),
    ...(database !== undefined && { PGDATABASE: database }),
    ...Object.fromEntries(named),
  }
}

const variables = {
  sslmode: 'PGSSLMODE',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
  sslrootcert: 'PGSSLROOTCERT',
  options: 'PGOPTIONS',
}
