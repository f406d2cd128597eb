import { sql } from 'kysely'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openTestDatabase } from '../../../../test/support/databases/databases.ts'
import { canMountDisk, mountSmallDisk } from '../../../../test/support/databases/small-disk.ts'
import { databaseTroubleOf } from '../errors/database-trouble.ts'
import type { DatabaseProblemCode } from '../errors/database-problem.ts'
import { openEmbedded } from './open.ts'

const home = mkdtempSync(join(tmpdir(), 'billing-checkout-'))
/** A data folder in which an earlier start was killed half way; its database has a table with one number. */
const used = join(home, 'used')

beforeAll(async () => {
  // Makes and saves the template cluster, so that all later data folders of these tests are made quickly.
  await (await openTestDatabase('embedded', 'no tables')).close()
  mkdirSync(join(used, 'database.unfinished/base'), { recursive: true })
  writeFileSync(join(used, 'database.unfinished/PG_VERSION'), '18')
  const { db, close } = await openEmbedded(used)
  await sql`create table numbers (number integer)`.execute(db)
  await sql`insert into numbers values (1)`.execute(db)
  await close()
}, 60_000)
afterAll(() => rmSync(home, { recursive: true }))

const open = async (dataDir: string, options?: Parameters<typeof openEmbedded>[1]) => {
  const database = await openEmbedded(dataDir, options)
  onTestFinished(() => database.close())
  return database
}

const numbersIn = async (table: string) => {
  const { db, close } = await openEmbedded(used)
  const { rows } = await sql<{ number: number }>`select number from ${sql.table(table)} order by number`.execute(db)
  await close()
  return rows.map(({ number }) => number)
}

test('every commit is synced to the disk', async () => {
  let syncs = 0
  const sync = (descriptor: number) => {
    syncs += 1
    fsyncSync(descriptor)
  }
  const { db } = await open(used, { sync })
  const commit = async () => {
    const before = syncs
    await sql`update numbers set number = 1`.execute(db)
    return syncs - before
  }

  expect([await commit(), await commit(), await commit()]).toEqual([1, 1, 1])
})

test('the PostgreSQL inside is configured to sync its files', async () => {
  const { db } = await open(used)

  const { rows } = await sql`select current_setting('fsync') as fsync, current_setting('wal_sync_method') as method,
    current_setting('full_page_writes') as pages, current_setting('synchronous_commit') as commit`.execute(db)

  expect(rows).toEqual([{ fsync: 'on', method: 'fsync', pages: 'on', commit: 'on' }])
})

/** Starts a process that commits numbers into the folder and prints each number once it is committed. */
const startCommitting = (...failsAfter: readonly string[]) => {
  const script = join(import.meta.dirname, '../../../../test/support/processes/commit-numbers.ts')
  const server = spawn(process.execPath, [script, used, ...failsAfter])
  return { server, ended: once(server, 'close') }
}

test('a killed server frees its folder and has every row that it committed', async () => {
  const { server, ended } = startCommitting()
  const committed: number[] = []
  let opening: unknown

  for await (const line of createInterface(server.stdout)) {
    committed.push(Number(line))
    if (committed.length === 1) opening = await openEmbedded(used).catch((error: unknown) => error)
    if (committed.length === 100) server.kill('SIGKILL')
  }
  await ended

  expect(opening).toMatchObject({ code: 'data_dir_locked' })
  expect(committed.length).toBeGreaterThanOrEqual(100)
  expect(await numbersIn('printed')).toEqual(expect.arrayContaining(committed))
})

test('a server whose disk fails ends at once, and reports why', async () => {
  const { server, ended } = startCommitting('3')

  const [printed, said] = await Promise.all([text(server.stdout), text(server.stderr)])
  const [exitCode] = await ended

  expect({ printed, exitCode }).toEqual({ printed: '1\n2\n3\n', exitCode: 1 })
  expect(said).toContain(`the disk of ${used}/database failed`)
})

test('no other user can read its files, even those that an older version left readable', async () => {
  chmodSync(join(used, 'database/PG_VERSION'), 0o644)
  chmodSync(join(used, 'database/base'), 0o755)
  await (await open(used)).ping()

  const paths = readdirSync(used, { recursive: true, withFileTypes: true })
  const readable = paths.filter((entry) => (statSync(join(entry.parentPath, entry.name)).mode & 0o077) !== 0)
  expect(readable.map(({ name }) => name)).not.toEqual(expect.arrayContaining(['PG_VERSION']))
  expect(readable.map(({ name }) => name)).not.toEqual(expect.arrayContaining(['base']))
})

// Skipped if the user that runs the tests may not mount a small disk.
test.skipIf(!canMountDisk)(
  'a full disk is reported as such, at the start and while it runs, and no committed row is lost',
  async () => {
    const small = join(home, 'small')
    mkdirSync(small)
    const { fill, empty, unmount } = mountSmallDisk(small, 100)
    onTestFinished(unmount)
    const first = await openEmbedded(small)
    await sql`create table numbers as select 1 as number`.execute(first.db)
    fill()

    const refused = sql`create table more as select repeat('x', 9000) from generate_series(1, 2000)`.execute(first.db)

    expect(databaseTroubleOf(await refused.catch((error: unknown) => error))?.kind).toBe('disk_full')
    expect((await sql`select number from numbers`.execute(first.db)).rows).toEqual([{ number: 1 }])
    empty()
    await first.close()
    fill()
    await expect(openEmbedded(small)).rejects.toMatchObject({ code: 'disk_full' })
    empty()
    const second = await open(small)
    expect((await sql`select number from numbers`.execute(second.db)).rows).toEqual([{ number: 1 }])
  },
)

test('a second process cannot open the same folder', async () => {
  const first = await open(used)

  await expect(openEmbedded(used)).rejects.toMatchObject({
    code: 'data_dir_locked',
    message: `Another process is using the data folder ${used}: stop it, or name another folder in DATA_DIR.`,
  })

  await first.close()
  await first.close()
  await (await open(used)).ping()
})

test('the next start removes the leftovers of a killed first start', () => {
  expect(readdirSync(used).toSorted()).toEqual(['database', 'database.lock'])
})

/**
 * What happened to a data folder, the path of the affected file, the expected problem, and the file's content; null if the file is missing.
 */
const spoilt: readonly (readonly [string, string, DatabaseProblemCode, string | null])[] = [
  ['is itself a PostgreSQL cluster', 'PG_VERSION', 'data_dir_foreign', '16'],
  ['holds a file where the database belongs', 'database', 'data_dir_foreign', 'my notes'],
  ['holds the database of another program', 'database/made-by-billing-checkout', 'data_dir_foreign', null],
  ['holds the database of a newer PostgreSQL', 'database/PG_VERSION', 'data_dir_foreign', '19'],
  ['holds the database of an older PostgreSQL', 'database/PG_VERSION', 'data_dir_foreign', '17'],
  ['lost its version file', 'database/PG_VERSION', 'data_dir_corrupt', null],
  ['has an empty version file', 'database/PG_VERSION', 'data_dir_corrupt', ''],
  ['lost its control file', 'database/global/pg_control', 'data_dir_corrupt', null],
  ['has a control file cut short', 'database/global/pg_control', 'data_dir_corrupt', 'short'],
  ['lost its write-ahead log', 'database/pg_wal', 'data_dir_corrupt', null],
]

test.each(spoilt)('a data folder that %s is refused and not changed', async (_, lost, code, instead) => {
  const path = join(used, lost)
  const aside = join(home, 'aside')
  if (existsSync(path)) renameSync(path, aside)
  if (instead !== null) writeFileSync(path, instead)

  await expect(openEmbedded(used)).rejects.toMatchObject({ code, message: expect.stringContaining(used) })

  rmSync(path, { recursive: true, force: true })
  if (existsSync(aside)) renameSync(aside, path)
})

test('a data folder that was refused and then repaired has every row', async () => {
  expect(await numbersIn('numbers')).toEqual([1])
})

/** Returns a copy of the data folder, and the content of each of its files. */
const copyUsed = (name: string) => {
  const folder = join(home, name)
  cpSync(used, folder, { recursive: true })
  const files = () =>
    readdirSync(join(folder, 'database'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
  const read = () => new Map(files().map((path) => [path, readFileSync(path)]))
  return { folder, read }
}

test('a damaged page of a table is reported with one sentence, is not overwritten, and damages no other table', async () => {
  const { folder, read } = copyUsed('with-a-damaged-page')
  const first = await openEmbedded(folder)
  const { rows } = await sql<{ path: string }>`select pg_relation_filepath('numbers') as path`.execute(first.db)
  await sql`create table others as select 2 as number`.execute(first.db)
  await first.close()
  const damaged = join(folder, 'database', rows[0]!.path)
  writeFileSync(damaged, Buffer.alloc(8192, 'not a page'))

  const { db, close } = await openEmbedded(folder)
  const lost = await sql`select number from numbers`.execute(db).catch((error: unknown) => error)
  const written = await sql`insert into numbers values (3)`.execute(db).catch((error: unknown) => error)

  for (const error of [lost, written]) {
    expect(databaseTroubleOf(error)).toMatchObject({
      kind: 'damaged',
      sentence: 'The files of the database are damaged: stop the server and restore the database from a backup.',
    })
  }
  expect((await sql`select number from others`.execute(db)).rows).toEqual([{ number: 2 }])
  await close()
  expect(read().get(damaged)!.equals(Buffer.alloc(8192, 'not a page'))).toBe(true)
})

test('a damaged write-ahead log is reported with one sentence, and nothing is overwritten', async () => {
  const { folder, read } = copyUsed('with-a-damaged-log')
  const logs = join(folder, 'database/pg_wal')
  for (const name of readdirSync(logs).filter((each) => /^[0-9A-F]{24}$/.test(each)))
    writeFileSync(join(logs, name), Buffer.alloc(statSync(join(logs, name)).size, 'no log'))
  const before = read()

  await expect(openEmbedded(folder)).rejects.toMatchObject({
    code: 'data_dir_corrupt',
    message: `The database in ${folder}/database does not start, so it is damaged: restore the folder from a backup.`,
  })

  const after = read()
  const changed = [...before].filter(([path, bytes]) => !after.get(path)?.equals(bytes)).map(([path]) => path)
  expect(changed).toEqual([])
})

test.skipIf(!canMountDisk)(
  'a first start on a full disk reports that, and makes a database once there is room',
  async () => {
    const folder = mkdtempSync(join(home, 'disk-'))
    const disk = mountSmallDisk(folder, 200)
    onTestFinished(() => disk.unmount())
    disk.fill()

    await expect(openEmbedded(folder)).rejects.toMatchObject({
      code: 'disk_full',
      message: expect.stringContaining(`The disk of ${folder} is full: free space on it and start again.`),
    })

    disk.empty()
    await (await openEmbedded(folder)).close()
  },
)

test('a folder that cannot be created is reported', async () => {
  const file = join(home, 'a-file')
  writeFileSync(file, '')

  await expect(openEmbedded(join(file, 'data'))).rejects.toMatchObject({
    code: 'data_dir_unwritable',
    message: `The data folder ${file}/data cannot be created.`,
  })
})
