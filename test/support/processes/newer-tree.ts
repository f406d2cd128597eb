import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Migration } from '#database/migrate/migration.ts'

/** The sources of the next version, ready to run with the packages installed for this version. */
export interface NewerTree {
  readonly folder: string
  /** The migrations of this version, and the migrations that the next version adds. */
  readonly migrations: readonly Migration[]
  discard(): void
}

const root = fileURLToPath(new URL('../../..', import.meta.url))
const migrationsFolder = 'packages/server/src/store/migrations'

/**
 * Copies the sources into a temporary folder and adds migrations to the copy, as the next release would: most change tables that payments
 * write, and one builds an index on a table while it is in use.
 */
export const makeNewerTree = async (): Promise<NewerTree> => {
  const folder = mkdtempSync(join(tmpdir(), 'billing-checkout-'))
  const isSource = (path: string) => !path.includes('node_modules') && !path.endsWith('/dist')
  for (const part of ['package.json', 'packages', 'test'])
    cpSync(join(root, part), join(folder, part), { recursive: true, filter: isSource })
  linkPackages(folder)
  const own = join(folder, migrationsFolder)
  writeFileSync(join(own, 'of-the-next-version.ts'), ofTheNextVersion)
  cpSync(join(own, 'index.ts'), join(own, 'index-of-this-version.ts'))
  writeFileSync(join(own, 'index.ts'), indexOfTheNextVersion)
  const { migrations } = (await import(pathToFileURL(join(own, 'index.ts')).href)) as Pick<NewerTree, 'migrations'>
  return { folder, migrations, discard: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Adds columns with and without a default, a column that a trigger fills, and an index that is built while rows are written. */
const ofTheNextVersion = `
import { sql } from 'kysely'
import { createIndexConcurrently } from '@billing-checkout/database/migrate'

const statements = [
  \`alter table payments add column note text\`,
  \`alter table attempts add column hops integer not null default 1\`,
  \`alter table subscriptions add column color text\`,
  \`create function color_subscription() returns trigger language plpgsql as $$
    begin
      new.color := coalesce(new.color, 'blue');
      return new;
    end
  $$\`,
  \`create trigger color_subscription before insert on subscriptions
    for each row execute function color_subscription()\`,
]

export const ofTheNextVersion = [
  {
    version: 9001,
    name: 'columns of the next version',
    up: async (db) => {
      for (const statement of statements) await sql.raw(statement).execute(db)
    },
  },
  {
    version: 9002,
    name: 'payments by note',
    runs: 'alone',
    up: (db) => createIndexConcurrently(db, 'payments_by_note', 'on payments (organization_id, note, created_at)'),
  },
  // Each of these migrations locks the tables in the opposite order to a request, so that a migration and a request may deadlock.
  ...Array.from({ length: 10 }, (_, place) => ({
    version: 9003 + place,
    name: \`codes \${place}\`,
    up: async (db) => {
      for (const table of ['payments', 'attempts', 'subscriptions'])
        await sql.raw(\`alter table \${table} add column code_\${place} text\`).execute(db)
    },
  })),
]
`

const indexOfTheNextVersion = `
import { migrations as ofThisVersion } from './index-of-this-version.ts'
import { ofTheNextVersion } from './of-the-next-version.ts'

export const migrations = [...ofThisVersion, ...ofTheNextVersion]
`

/** Links all installed packages into the copy, except that our workspaces are replaced by those of the copy. */
const linkPackages = (folder: string): void => {
  const [installed, own] = [join(root, 'node_modules'), join(folder, 'node_modules')]
  const scope = '@billing-checkout'
  mkdirSync(join(own, scope), { recursive: true })
  for (const name of readdirSync(installed)) if (name !== scope) symlinkSync(join(installed, name), join(own, name))
  for (const name of readdirSync(join(folder, 'packages'), { withFileTypes: true })) {
    if (name.isDirectory()) symlinkSync(join(folder, 'packages', name.name), join(own, scope, name.name))
  }
}

/** The URL of one of our files in the newer tree. */
export const pathInNewerTree = ({ folder }: NewerTree, file: URL): URL =>
  pathToFileURL(join(folder, relative(root, fileURLToPath(file))))
