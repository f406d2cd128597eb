import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DatabaseProblem } from '../errors/database-problem.ts'

/**
 * Locks a data folder for this process and returns the function that unlocks it. Two processes on one embedded database destroy each
 * other's rows, so callers lock the folder before they read anything. The operating system holds the lock and releases it when the process
 * ends, even after a crash. A lock file with a process id would remain after a crash, and another process may get the same id. Node itself
 * cannot lock a file, but the SQLite inside Node can. This works on every platform, and between containers that share a volume but cannot
 * see each other's sockets. Throws `data_dir_locked` if another process holds the lock, and `data_dir_unwritable` if this user cannot write
 * there.
 */
export const lockFolder = (folder: string): (() => void) => {
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(join(folder, 'database.lock'), { timeout: 0 })
    lock.exec('pragma journal_mode = memory; pragma locking_mode = exclusive; begin exclusive')
    const held = lock
    return () => held.close()
  } catch (error) {
    lock?.close()
    throw problemOf(error, folder)
  }
}

const problemOf = (error: unknown, folder: string): DatabaseProblem =>
  (error as { errcode?: number }).errcode === SQLITE_BUSY
    ? new DatabaseProblem(
        'data_dir_locked',
        `Another process is using the data folder ${folder}: stop it, or name another folder in DATA_DIR.`,
      )
    : new DatabaseProblem(
        'data_dir_unwritable',
        `The data folder ${folder} cannot be locked: check that this user can write to it.`,
        { cause: error },
      )

const SQLITE_BUSY = 5
