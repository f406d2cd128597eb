import { DatabaseProblem } from '../errors/database-problem.ts'
import { databaseTroubleOf } from '../errors/database-trouble.ts'

/** Whether an error, or PostgreSQL's log output before it (`said`), means that the disk is full. */
export const isDiskFull = (error: unknown, said: readonly string[] = []): boolean =>
  databaseTroubleOf(error)?.kind === 'disk_full' ||
  isDiskFullToWasm(error) ||
  said.some((line) => /No space left on device|Disk quota exceeded/.test(line))

/** PGlite writes a new cluster through a file system that throws WASI's error numbers: 19 for a quota, 51 for no space. */
const isDiskFullToWasm = (error: unknown): boolean => {
  const { name, errno } = (error ?? {}) as { readonly name?: unknown; readonly errno?: unknown }
  return name === 'ErrnoError' && (errno === 19 || errno === 51)
}

/**
 * The problem that tells the operator that the disk is full. Its message says that nothing is lost, so that the operator restores no
 * backup, which would lack all later rows.
 */
export const diskFullProblem = (folder: string, cause: unknown): DatabaseProblem =>
  new DatabaseProblem(
    'disk_full',
    `The disk of ${folder} is full: free space on it and start again. Nothing that was answered is lost.`,
    { cause },
  )
