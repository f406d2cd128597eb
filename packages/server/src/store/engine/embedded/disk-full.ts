import { DatabaseProblem } from '../errors/database-problem.ts'
import { troubleOf } from '../errors/database-trouble.ts'

/** Whether an error, or what PostgreSQL logged before it, means that the disk is full. */
export const isDiskFull = (error: unknown, said: readonly string[] = []): boolean =>
  troubleOf(error)?.kind === 'disk_full' ||
  said.some((line) => /No space left on device|Disk quota exceeded/.test(line))

/** The problem that tells the operator of a full disk. It advises against restoring a backup, which would lose all later rows. */
export const diskFullProblem = (folder: string, cause: unknown): DatabaseProblem =>
  new DatabaseProblem(
    'disk_full',
    `The disk beneath ${folder} is full: make room on it and start again. Nothing that was answered is lost.`,
    { cause },
  )
