import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { parseDatabaseAddress } from '@billing-checkout/database/postgresql'
import { StartProblem } from '../../config/start-problem.ts'

/** The PostgreSQL programs that backups use. */
export type Program = 'pg_dump' | 'pg_restore'

/** Finds the major version of a program on PATH. Throws if the program is missing. */
export const findProgramVersion = (program: Program): Promise<number> =>
  new Promise((resolve, reject) => {
    execFile(program, ['--version'], (error, output) => {
      const version = versionIn(output)
      if (error === null && version > 0) return resolve(version)
      reject(
        new StartProblem(
          `There is no ${program} on PATH: install PostgreSQL's client programs, or use \`export\` and \`import\`, which need none.`,
          { cause: error },
        ),
      )
    })
  })

/** A running PostgreSQL program. */
export interface RunningProgram {
  readonly child: ChildProcess
  /** Resolves when the program has succeeded. Rejects with its error output if it failed. */
  readonly ended: Promise<void>
}

/**
 * Starts a program on a database. The database's address contains the password, so it is passed in the environment: other users of the
 * machine can read the arguments.
 */
export const startProgram = (program: Program, args: readonly string[], databaseUrl: string): RunningProgram => {
  const child = spawn(program, args, {
    env: { ...process.env, ...variablesOf(program, databaseUrl) },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output = `${output}${text}`.slice(-4000)))
  const ended = new Promise<void>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve()
      else reject(new StartProblem(`${program} failed, and nothing was kept: ${output.trim() || `exit code ${code}`}`))
    })
  })
  // Avoids an unhandled rejection: a caller that first reads the output handles the error later.
  ended.catch(() => {})
  // If the program ends early, its exit reports why; the broken pipe adds nothing.
  child.stdin.on('error', () => {})
  return { child, ended }
}

/** The address as environment variables for the programs, without options that only our driver understands. */
const variablesOf = (program: Program, databaseUrl: string): Readonly<Record<string, string>> => {
  const { host, port, user, password, database } = parseDatabaseAddress(databaseUrl)
  const options = URL.canParse(databaseUrl) ? new URL(databaseUrl).searchParams : new URLSearchParams()
  const named = Object.entries(variables).flatMap(([option, variable]) => {
    const value = options.get(option)
    return value === null ? [] : [[variable, value === 'no-verify' ? 'require' : value] as const]
  })
  // Our driver finds the certificates of public CAs by itself; from version 16 on, these programs need an option for that.
  const needsCas = options.get('sslmode') === 'verify-full' && !options.has('sslrootcert') && knowsSystemCas(program)
  return {
    PGHOST: host,
    PGPORT: String(port),
    ...(user !== undefined && { PGUSER: user }),
    ...(password !== undefined && { PGPASSWORD: password }),
    ...(database !== undefined && { PGDATABASE: database }),
    ...(needsCas && { PGSSLROOTCERT: 'system' }),
    ...Object.fromEntries(named),
  }
}

const knowsSystemCas = (program: Program): boolean =>
  versionIn(execFileSync(program, ['--version'], { encoding: 'utf8' })) >= 16

const versionIn = (output: string): number => Number(/\) (\d+)/.exec(output)?.[1])

const variables = {
  sslmode: 'PGSSLMODE',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
  sslrootcert: 'PGSSLROOTCERT',
  options: 'PGOPTIONS',
}
