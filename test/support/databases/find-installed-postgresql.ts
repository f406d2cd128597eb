import { globSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * The folder of the newest PostgreSQL that Debian installed, which has `pg_dump` and `pg_restore` next to its server: the packages that
 * tests start elsewhere lack them. `undefined` if there is none.
 */
export const findInstalledPostgresql = (): string | undefined => {
  const [newest] = globSync('/usr/lib/postgresql/*/bin/initdb')
    .map((program) => dirname(dirname(program)))
    .toSorted((one, other) => versionOf(other) - versionOf(one))
  return newest
}

const versionOf = (folder: string): number => Number(folder.slice(folder.lastIndexOf('/') + 1))
