import { expect, test } from 'vitest'
import { readConfig } from '../config/read-config.ts'
import { examineSettingsForLive } from './examine-settings-for-live.ts'

const connectionsOf = (settings: Readonly<Record<string, string>>) =>
  examineSettingsForLive(readConfig(settings)).filter(({ check }) => check === 'database connection')

test('a database on another machine without TLS is a warning, not an error', () => {
  const [found, ...others] = connectionsOf({ DATABASE_URL: 'postgresql://u:hunter2@db.example/books' })

  expect(found).toMatchObject({ ok: true, warning: true, message: expect.stringContaining('db.example without TLS') })
  expect(found!.message).not.toContain('hunter2')
  expect(others).toEqual([])
})

test('a replica on another machine without TLS is a warning, not an error', () => {
  const found = connectionsOf({
    DATABASE_URL: 'postgresql://u@db.example/books?sslmode=verify-full',
    DATABASE_REPLICA_URL: 'postgresql://u@copy.example/books',
  })

  expect(found.map(({ warning }) => warning)).toEqual([undefined, true])
  expect(found[1]!.message).toMatch(/^DATABASE_REPLICA_URL leads to copy\.example without TLS/)
})

test('a missing CA file is an error', () => {
  const [found] = connectionsOf({
    DATABASE_URL: 'postgresql://u@db.example/books?sslmode=verify-full&sslrootcert=/no/ca.pem',
  })

  expect(found).toMatchObject({ ok: false, message: expect.stringContaining('there is no file /no/ca.pem') })
})

test.each(['postgresql://u@localhost/books', 'postgresql://u@db.example/books?sslmode=require'])(
  '%s is accepted',
  (url) => {
    expect(connectionsOf({ DATABASE_URL: url })).toMatchObject([{ ok: true }])
    expect(connectionsOf({ DATABASE_URL: url })[0]!.warning).toBeUndefined()
  },
)

test('a dashboard that shares a host is a warning, not an error', () => {
  const dashboardOf = (settings: Readonly<Record<string, string>>) =>
    examineSettingsForLive(readConfig({ PUBLIC_URL: 'https://pay.example', ...settings })).filter(
      ({ check }) => check === 'dashboard',
    )

  expect(dashboardOf({})).toMatchObject([
    { ok: true, warning: true, message: expect.stringContaining('DASHBOARD_ORIGIN') },
  ])
  expect(dashboardOf({ DASHBOARD_ORIGIN: 'https://pay.example' })).toMatchObject([{ warning: true }])
  expect(dashboardOf({ DASHBOARD_ORIGIN: 'https://admin.example' })).toEqual([
    { check: 'dashboard', ok: true, message: 'at https://admin.example, apart from pages for shoppers' },
  ])
  expect(dashboardOf({ HOSTED_PAGES: 'off' })).toEqual([])
})
