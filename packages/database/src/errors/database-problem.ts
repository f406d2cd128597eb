/** Why a database cannot be used; the codes are permanent. */
export type DatabaseProblemCode =
  | 'data_dir_locked'
  | 'data_dir_foreign'
  | 'data_dir_corrupt'
  | 'data_dir_unwritable'
  | 'database_unreachable'
  | 'database_newer_schema'
  | 'database_other_mode'
  | 'database_older_schema'
  | 'database_migration_blocked'
  | 'database_restore_unfinished'
  | 'disk_full'

/** Thrown for a database that cannot be used. The message tells the operator why; it never contains a password. */
export class DatabaseProblem extends Error {
  readonly code: DatabaseProblemCode

  constructor(code: DatabaseProblemCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'DatabaseProblem'
    this.code = code
  }
}
