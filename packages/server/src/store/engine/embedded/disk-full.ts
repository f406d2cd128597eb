import { DatabaseProblem } from '../database-problem.ts'
import { troubleOf } from '../database-trouble.ts'

/** Whether an error, or what PostgreSQL said before it, means that the disk is full. */
export const isDiskFull = (error: unknown, said: readonly string[] = []): boolean =>
  troubleOf(error)?.kind === 'disk_full' ||
  said.some((line) => /No space left on device|Disk quota exceeded/.test(line))

/** What an operator is told of a full disk; restoring a backup would lose what came since. */
export const diskFullProblem = (folder: string, cause: unknown): DatabaseProblem =>
  new DatabaseProblem(
    'disk_full',
    `The disk beneath ${folder} is full: make room on it and start again. Nothing that was answered is lost.`,
    { cause },
  )
