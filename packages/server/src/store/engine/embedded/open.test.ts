import { sql } from 'kysely'
import { spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import {
  cpSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openTestDatabase } from '../../../../../../test/support/databases.ts'
import { openEmbedded } from './open.ts'

const home = mkdtempSync(join(tmpdir(), 'billing-checkout-'))
const made = join(home, 'made')

beforeAll(async () => {
  // Has the cluster saved from which a new data folder is made fast.
  await (await openTestDatabase('embedded', 'no tables')).close()
  await (await openEmbedded(made)).close()
}, 60_000)
afterAll(() => rmSync(home, { recursive: true }))

/** A data folder with an empty database, closed. */
const aDataDir = () => {
  const dataDir = mkdtempSync(join(home, 'data-'))
  cpSync(made, dataDir, { recursive: true })
  return dataDir
}

const open = async (dataDir: string, options?: Parameters<typeof openEmbedded>[1]) => {
  const database = await openEmbedded(dataDir, options)
  onTestFinished(() => database.close())
  return database
}

const numbersIn = async (dataDir: string) => {
  const { db } = await open(dataDir)
  return (await sql<{ number: number }>`select number from numbers order by number`.execute(db)).rows
}

/** Every file with its content, as one hash each. */
const filesIn = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'database.lock')
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => [path, hash('sha256', readFileSync(path))]),
  )

test('every commit is brought to the disk', async () => {
  let syncs = 0
  const sync = (descriptor: number) => {
    syncs += 1
    fsyncSync(descriptor)
  }
  const { db } = await open(aDataDir(), { sync })
  await sql`create table numbers (number integer)`.execute(db)

  for (const number of [1, 2, 3]) {
    const before = syncs
    await sql`insert into numbers values (${number})`.execute(db)
    expect(syncs).toBeGreaterThan(before)
  }
})

test('PostgreSQL in it believes that a sync is one', async () => {
  const { db } = await open(aDataDir())

  const { rows } = await sql`select current_setting('fsync') as fsync, current_setting('wal_sync_method') as method,
    current_setting('full_page_writes') as pages, current_setting('synchronous_commit') as commit`.execute(db)

  expect(rows).toEqual([{ fsync: 'on', method: 'fsync', pages: 'on', commit: 'on' }])
})

test('a killed server frees its folder and has every row it committed', async () => {
  const dataDir = aDataDir()
  const script = join(import.meta.dirname, '../../../../../../test/support/commit-numbers.ts')
  const server = spawn(process.execPath, [script, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(server, 'exit')
  const committed: number[] = []

  for await (const line of createInterface(server.stdout)) {
    committed.push(Number(line))
    if (committed.length === 1) await expect(openEmbedded(dataDir)).rejects.toMatchObject({ code: 'data_dir_locked' })
    if (committed.length === 100) server.kill('SIGKILL')
  }
  await ended

  expect(committed.length).toBeGreaterThanOrEqual(100)
  expect((await numbersIn(dataDir)).map(({ number }) => number)).toEqual(expect.arrayContaining(committed))
})

test('one process opens a folder once at a time', async () => {
  const dataDir = aDataDir()
  const first = await open(dataDir)

  await expect(openEmbedded(dataDir)).rejects.toMatchObject({
    code: 'data_dir_locked',
    message: `Another process is using the data folder ${dataDir}: stop it, or name another folder in DATA_DIR.`,
  })

  await first.close()
  await first.close()
  await (await open(dataDir)).ping()
})

test('what was left of a first start that was killed is made anew', async () => {
  const dataDir = mkdtempSync(join(home, 'data-'))
  mkdirSync(join(dataDir, 'database.unfinished/base'), { recursive: true })
  writeFileSync(join(dataDir, 'database.unfinished/PG_VERSION'), '18\n')

  await (await open(dataDir)).ping()

  expect(readdirSync(dataDir).toSorted()).toEqual(['database', 'database.lock'])
})

const spoilt = {
  'is itself a PostgreSQL cluster': [
    (dataDir: string) => writeFileSync(join(dataDir, 'PG_VERSION'), '16\n'),
    'data_dir_foreign',
  ],
  'holds a file where the database belongs': [
    (dataDir: string) => {
      rmSync(join(dataDir, 'database'), { recursive: true })
      writeFileSync(join(dataDir, 'database'), 'my notes')
    },
    'data_dir_foreign',
  ],
  'holds the database of another program': [
    (dataDir: string) => rmSync(join(dataDir, 'database/made-by-billing-checkout')),
    'data_dir_foreign',
  ],
  'holds the database of a newer PostgreSQL': [
    (dataDir: string) => writeFileSync(join(dataDir, 'database/PG_VERSION'), '19\n'),
    'data_dir_foreign',
  ],
  'lost its PG_VERSION': [(dataDir: string) => rmSync(join(dataDir, 'database/PG_VERSION')), 'data_dir_corrupt'],
  'lost its control file': [
    (dataDir: string) => rmSync(join(dataDir, 'database/global/pg_control')),
    'data_dir_corrupt',
  ],
  'has a control file cut short': [
    (dataDir: string) => truncateSync(join(dataDir, 'database/global/pg_control'), 100),
    'data_dir_corrupt',
  ],
  'lost its write-ahead log': [
    (dataDir: string) => {
      rmSync(join(dataDir, 'database/pg_wal'), { recursive: true })
      mkdirSync(join(dataDir, 'database/pg_wal'))
    },
    'data_dir_corrupt',
  ],
} as const

test.each(Object.entries(spoilt))('a data folder that %s is refused and left as it is', async (_, [spoil, code]) => {
  const dataDir = aDataDir()
  spoil(dataDir)
  const before = filesIn(dataDir)

  await expect(openEmbedded(dataDir)).rejects.toMatchObject({ code, message: expect.stringContaining(dataDir) })

  expect(filesIn(dataDir)).toEqual(before)
})

test('a folder that cannot be made is said so', async () => {
  const file = join(home, 'a-file')
  writeFileSync(file, '')

  await expect(openEmbedded(join(file, 'data'))).rejects.toMatchObject({
    code: 'data_dir_unwritable',
    message: `The data folder ${file}/data cannot be made.`,
  })
})
