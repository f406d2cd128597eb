import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ConfigProblem, readConfig } from './read-config.ts'

const issuesOf = (environment: Record<string, string>): readonly string[] => {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    if (error instanceof ConfigProblem) return error.issues
    throw error
  }
}

test('without configuration the server is a sandbox on this machine', () => {
  expect(readConfig({})).toEqual({
    mode: 'sandbox',
    host: '127.0.0.1',
    port: 4242,
    drainSeconds: 5,
    publicUrl: null,
    hostedPages: 'on',
    frameOrigin: null,
    dashboardOrigin: null,
    databaseUrl: null,
    embeddedInLive: false,
    dataDir: '.data',
    secretKey: null,
    secretKeyPrevious: null,
    logLevel: 'info',
    allowedOrigins: null,
    rateLimit: 600,
    webhooksAllow: [],
    trustedProxies: [],
    ratesFile: null,
    binsFile: null,
    taxes: 'bundled',
    taxesFile: null,
    databaseReplicaUrl: null,
    eventMonthsKept: null,
    auditMonthsKept: null,
    erasuresFile: null,
    metricsToken: null,
    smtpUrl: null,
    mailFrom: null,
    identityProvider: null,
    tracing: 'none',
  })
})

test('every setting can be read from the environment', () => {
  expect(
    readConfig({
      HOST: '::',
      PORT: '0',
      PUBLIC_URL: 'https://pay.example/',
      HOSTED_PAGES: 'off',
      FRAME_ORIGIN: 'https://cards.pay.example/',
      DASHBOARD_ORIGIN: 'https://admin.pay.example/',
      DATABASE_URL: 'postgres://u:p@db/billing',
      DATABASE_REPLICA_URL: 'postgres://u:p@copy/billing',
      DATA_DIR: '/var/lib/billing',
      SECRET_KEY: 'x'.repeat(32),
      LOG_LEVEL: 'debug',
      ALLOWED_ORIGINS: 'https://a.example, http://b.example:8080',
      RATE_LIMIT: 'off',
      TRUST_PROXY: 'loopback,10.0.0.0/8,fd00::/8',
      EVENT_MONTHS_KEPT: '24',
      METRICS_TOKEN: 'abcdefghijklmnop',
    }),
  ).toMatchObject({
    host: '::',
    port: 0,
    publicUrl: 'https://pay.example',
    hostedPages: 'off',
    frameOrigin: 'https://cards.pay.example',
    dashboardOrigin: 'https://admin.pay.example',
    allowedOrigins: ['https://a.example', 'http://b.example:8080'],
    rateLimit: 'off',
    trustedProxies: ['loopback', '10.0.0.0/8', 'fd00::/8'],
  })
})

test('an empty variable counts as absent', () => {
  expect(readConfig({ PORT: '', SECRET_KEY: '  ' }).port).toBe(4242)
})

test('every issue is listed at once', () => {
  expect(issuesOf({ MODE: 'test', PORT: '70000', LOG_LEVEL: 'loud' })).toEqual([
    'MODE must be one of sandbox, live, got "test".',
    'PORT must be a whole number from 0 to 65535, got "70000".',
    'LOG_LEVEL must be one of silent, fatal, error, warn, info, debug, trace, got "loud".',
  ])
})

test.each([
  ['HOST', 'localhost:4242'],
  ['PORT', '42.5'],
  ['PORT', '-1'],
  ['DRAIN_SECONDS', '301'],
  ['PUBLIC_URL', 'pay.example'],
  ['PUBLIC_URL', 'ftp://pay.example'],
  ['PUBLIC_URL', 'https://pay.example/billing'],
  ['FRAME_ORIGIN', 'https://cards.example/frame'],
  ['DASHBOARD_ORIGIN', 'admin.example'],
  ['DATABASE_URL', 'mysql://u:hunter2@db'],
  ['DATABASE_URL', 'postgresql://u:hunter2@db/billing?sslmode=disabled'],
  ['DATABASE_REPLICA_URL', 'mysql://u:hunter2@db'],
  ['SECRET_KEY', 'hunter2'],
  ['ALLOWED_ORIGINS', 'https://a.example,https://b.example/path'],
  ['RATE_LIMIT', '0'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', 'true'],
  ['TAXES', 'stripe'],
  ['EVENT_MONTHS_KEPT', '0'],
  ['METRICS_TOKEN', 'hunter2'],
])('%s=%s is refused, and no secret is repeated', (name, value) => {
  const [issue, ...others] = issuesOf({ [name]: value })

  expect(issue).toMatch(new RegExp(`^${name} must be .*\\.$`))
  expect(issue).not.toContain('hunter2')
  expect(others).toEqual([])
})

test('a replica of the embedded database is refused', () => {
  expect(issuesOf({ DATABASE_REPLICA_URL: 'postgres://u:p@copy/billing' })).toEqual([
    'DATABASE_REPLICA_URL needs DATABASE_URL: the embedded database has no replica.',
  ])
})

test('a dashboard on http next to pages on https, or on the host of other pages, is refused', () => {
  expect(issuesOf({ PUBLIC_URL: 'https://pay.example', DASHBOARD_ORIGIN: 'http://admin.example' })).toEqual([
    'DASHBOARD_ORIGIN must be https, as PUBLIC_URL is: the cookie of users travels over TLS only.',
  ])
  const sharing =
    'DASHBOARD_ORIGIN must have a host name of its own, or be PUBLIC_URL: browsers send cookies to all ports of a host.'
  const at = (DASHBOARD_ORIGIN: string) =>
    issuesOf({ PUBLIC_URL: 'https://pay.example', FRAME_ORIGIN: 'https://cards.example', DASHBOARD_ORIGIN })
  expect(at('https://cards.example')).toEqual([sharing])
  expect(at('https://pay.example:8443')).toEqual([sharing])
  expect(at('https://pay.example')).toEqual([])
})

test('a frame on http in pages on https is refused', () => {
  expect(issuesOf({ PUBLIC_URL: 'https://pay.example', FRAME_ORIGIN: 'http://cards.example' })).toEqual([
    'FRAME_ORIGIN must be https, as PUBLIC_URL is: browsers refuse a frame of http in a page of https.',
  ])
})

test.each([
  [{ PUBLIC_URL: 'http://[::1]:3000', FRAME_ORIGIN: 'http://localhost:3000' }, 1],
  [{ PUBLIC_URL: 'http://localhost:3000', FRAME_ORIGIN: 'http://[::1]:3000' }, 1],
  [{ FRAME_ORIGIN: 'http://[::1]:3000' }, 1],
  [{ PUBLIC_URL: 'http://[::1]:3000' }, 0],
  [{ PUBLIC_URL: 'http://[::1]:3000', FRAME_ORIGIN: 'none' }, 0],
])('a frame with another origin needs host names instead of IPv6 addresses: %j', (variables, count) => {
  const refusal =
    'FRAME_ORIGIN and PUBLIC_URL must name hosts: the policy of a page cannot name the IPv6 address of another one.'

  expect(issuesOf(variables)).toEqual(count === 0 ? [] : [refusal])
})

test('the configuration reports only invalid live settings; what a live server needs is checked at its start', () => {
  expect(issuesOf({ MODE: 'live', EMBEDDED_IN_LIVE: 'perhaps' })).toEqual([
    'EMBEDDED_IN_LIVE must be one of yes, no, got "perhaps".',
  ])
})

describe('a secret in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'secrets-'))
  const holding = (name: string, content: string | Uint8Array): string => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  afterAll(() => rmSync(folder, { recursive: true }))

  test('is read with or without a final newline', () => {
    expect(
      readConfig({
        DATABASE_URL_FILE: holding('database-url', 'postgres://u:p@db/billing\r\n'),
        DATABASE_REPLICA_URL_FILE: holding('replica-url', 'postgres://u:p@copy/billing'),
        SECRET_KEY: '',
        SECRET_KEY_FILE: holding('secret-key', `${'x'.repeat(32)}\n`),
        SECRET_KEY_PREVIOUS_FILE: holding('previous', 'y'.repeat(32)),
        METRICS_TOKEN_FILE: holding('token', 'abcdefghijklmnop\n'),
        OIDC_ISSUER: 'https://id.example',
        OIDC_CLIENT_ID: 'billing',
        OIDC_CLIENT_SECRET_FILE: holding('client-secret', 'hunter2\n'),
      }),
    ).toMatchObject({
      databaseUrl: 'postgres://u:p@db/billing',
      databaseReplicaUrl: 'postgres://u:p@copy/billing',
      secretKey: 'x'.repeat(32),
      secretKeyPrevious: 'y'.repeat(32),
      metricsToken: 'abcdefghijklmnop',
      identityProvider: { clientSecret: 'hunter2' },
    })
  })

  test('is the only setting that a file can hold, and an empty variable names no file', () => {
    expect(readConfig({ PORT_FILE: holding('port', '1'), METRICS_TOKEN_FILE: ' ' })).toMatchObject({
      port: 4242,
      metricsToken: null,
    })
  })

  test('is refused if the secret itself is also set', () => {
    const twice = { SECRET_KEY: 'x'.repeat(32), SECRET_KEY_FILE: holding('same', 'x'.repeat(32)) }

    expect(issuesOf(twice)).toEqual(['SECRET_KEY and SECRET_KEY_FILE are both given: keep one.'])
  })

  test.each([
    ['names a file that does not exist.', join(folder, 'hunter2')],
    ['names a directory; it must name a file.', folder],
    ['names an empty file.', holding('empty', '\n')],
    [
      'names a file that is no text; write random bytes as hexadecimal or base64.',
      holding('bytes', Buffer.alloc(32, 255)),
    ],
    ['names a file that cannot be read (ENAMETOOLONG).', 'hunter2'.repeat(1000)],
  ])('is refused if it cannot be used: SECRET_KEY_FILE %s', (reason, path) => {
    expect(issuesOf({ SECRET_KEY_FILE: path })).toEqual([`SECRET_KEY_FILE ${reason}`])
  })

  test('is refused if it breaks the rule of its setting, and its content is not repeated', () => {
    expect(issuesOf({ METRICS_TOKEN_FILE: holding('short', 'hunter2') })).toEqual([
      'What METRICS_TOKEN_FILE holds must be 16 or more letters, digits and . _ ~ + / = -.',
    ])
  })
})

test('a mail server needs the sender’s address, and its password is never repeated', () => {
  const url = 'smtps://user:p%40ss@smtp.example:465'

  expect(readConfig({ SMTP_URL: url, MAIL_FROM: 'billing@shop.example' })).toMatchObject({
    smtpUrl: url,
    mailFrom: 'billing@shop.example',
  })
  expect(issuesOf({ SMTP_URL: url })).toEqual([expect.stringContaining('needs MAIL_FROM')])
  expect(issuesOf({ SMTP_URL: 'https://secret@smtp.example', MAIL_FROM: 'a@b.example' })).toEqual([
    expect.not.stringContaining('secret'),
  ])
  expect(issuesOf({ SMTP_URL: 'smtps://user:50%secret@smtp.example', MAIL_FROM: 'a@b.example' })).toEqual([
    expect.stringMatching(/^SMTP_URL must be (?!.*secret)/),
  ])
  expect(issuesOf({ MAIL_FROM: 'Billing <billing@shop.example>' })).toHaveLength(1)
})
