import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { describeEachDatabase } from '../../../../test/support/databases/databases.ts'
import { type TroubleKind, databaseTroubleOf } from './database-trouble.ts'
import { watchTroubles } from './watch-troubles.ts'

/** Every trouble that PostgreSQL, a pooler or the embedded database reports, by SQLSTATE. */
const states: Readonly<Record<string, TroubleKind | undefined>> = {
  '08000': 'unreachable',
  '08003': 'unreachable',
  '08006': 'unreachable',
  '08P01': 'unreachable',
  '25006': 'read_only',
  '25P03': 'busy',
  '25P04': 'busy',
  '28000': 'refuses_us',
  '28P01': 'refuses_us',
  '3D000': 'refuses_us',
  '40001': 'busy',
  '40P01': 'busy',
  '53000': 'no_connection_left',
  '53100': 'disk_full',
  '53200': 'out_of_memory',
  '53300': 'no_connection_left',
  '53400': 'no_connection_left',
  '55P03': 'busy',
  '57014': 'busy',
  '57P01': 'not_running',
  '57P02': 'not_running',
  '57P03': 'not_running',
  '57P04': 'refuses_us',
  '57P05': 'unreachable',
  '58000': 'disk_failing',
  '58030': 'disk_failing',
  '58P01': 'damaged',
  XX001: 'damaged',
  XX002: 'damaged',
  // These codes mean that the statement itself was wrong, so `databaseTroubleOf` returns no trouble.
  '22012': undefined,
  '23505': undefined,
  '40002': undefined,
  '42P01': undefined,
  P0001: undefined,
  XX000: undefined,
}

describeEachDatabase('database troubles', (open) => {
  let database: Awaited<ReturnType<typeof open>>
  beforeAll(async () => {
    database = await open('no tables')
  })

  test('every SQLSTATE maps to its kind of trouble', async () => {
    const { db } = database
    const told: [string, TroubleKind | undefined][] = []

    for (const state of Object.keys(states)) {
      const thrown = await sql
        .raw(`do $$ begin raise exception using errcode = '${state}', message = 'as it may be' ; end $$`)
        .execute(db)
        .catch((error: unknown) => error)
      told.push([(thrown as { code: string }).code, databaseTroubleOf(thrown)?.kind])
    }

    expect(told).toEqual(Object.entries(states))
  })
})

test.each([
  ['Connection terminated unexpectedly', 'unreachable'],
  ['Connection terminated due to connection timeout', 'unreachable'],
  ['timeout exceeded when trying to connect', 'unreachable'],
  ['timeout expired', 'unreachable'],
  ['Query read timeout', 'unreachable'],
  ['Client has encountered a connection error and is not queryable', 'unreachable'],
  ['Client was closed and is not queryable', 'unreachable'],
  ['Postgres connection has been discarded', 'unreachable'],
  ['Cannot use a pool after calling end on the pool', 'unreachable'],
  ['driver has already been destroyed', 'unreachable'],
  ['Received unexpected commandComplete message from backend.', 'unreachable'],
  ['The server does not support SSL connections', 'unreachable'],
  ['There was an error establishing an SSL connection', 'unreachable'],
  ['PGlite is closed', 'unreachable'],
  ['PGlite is closing', 'unreachable'],
  ['could not write init file: No space left on device', 'disk_full'],
  ['Connection refused to say why', undefined],
])('the driver’s “%s” is classified as %s', (message, kind) => {
  expect(databaseTroubleOf(new Error(message))?.kind).toBe(kind)
})

test.each([
  ['ECONNREFUSED', 'unreachable'],
  ['ECONNRESET', 'unreachable'],
  ['ECONNABORTED', 'unreachable'],
  ['EHOSTUNREACH', 'unreachable'],
  ['ENETUNREACH', 'unreachable'],
  ['ENOTFOUND', 'unreachable'],
  ['EAI_AGAIN', 'unreachable'],
  ['EPIPE', 'unreachable'],
  ['ETIMEDOUT', 'unreachable'],
  ['ENOSPC', 'disk_full'],
  ['EDQUOT', 'disk_full'],
  ['EROFS', 'read_only'],
  ['EIO', 'disk_failing'],
  ['EACCES', undefined],
])('the operating system’s %s is classified as %s, also as a cause', (code, kind) => {
  const error = Object.assign(new Error('as it may be'), { code })

  expect(databaseTroubleOf(error)?.kind).toBe(kind)
  expect(databaseTroubleOf(new Error('another', { cause: error }))?.kind).toBe(kind)
})

test('the log has one line a minute for each kind of trouble', () => {
  const lines: string[] = []
  let millis = 0
  const watch = watchTroubles({ error: (_, message) => void lines.push(message) }, () => millis)
  const fail = (code: string) => watch.reportError(Object.assign(new Error('as it may be'), { code }))

  for (; millis < 60_000; millis += 1000) for (const code of ['53100', '57P01', '42P01']) fail(code)
  expect(lines.map((line) => line.split(':')[0])).toEqual([
    'The disk of the database is full',
    'The database is starting or stopping.',
  ])

  fail('53100')
  expect(lines).toHaveLength(3)
})

test('the missing Unix socket of a stopped server is trouble, and any other missing file is not', () => {
  const missing = (syscall: string) => Object.assign(new Error('ENOENT'), { code: 'ENOENT', syscall })

  expect(databaseTroubleOf(missing('connect'))?.kind).toBe('unreachable')
  expect(databaseTroubleOf(missing('open'))).toBeUndefined()
})
