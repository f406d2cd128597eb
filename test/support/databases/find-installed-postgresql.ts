import { globSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * The folder of the newest PostgreSQL from Debian's packages, or `undefined` if there is none. It contains `pg_dump` and `pg_restore`,
 * which the npm packages with PostgreSQL lack.
 */
export const findInstalledPostgresql = (): string | undefined => {
  const [newest] = globSync('/usr/lib/postgresql/*/bin/initdb')
    .map((program) => dirname(dirname(program)))
    .toSorted((one, other) => versionOf(other) - versionOf(one))
  return newest
}

const versionOf = (folder: string): number => Number(folder.slice(folder.lastIndexOf('/') + 1))
