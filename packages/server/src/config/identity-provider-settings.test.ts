import { expect, test } from 'vitest'
import { ConfigProblem, readConfig } from './read-config.ts'

const whole = {
  OIDC_ISSUER: 'https://id.example/realms/shop',
  OIDC_CLIENT_ID: 'billing',
  OIDC_CLIENT_SECRET: 'hunter2',
}
const issuesOf = (environment: Record<string, string>): readonly string[] => {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    if (error instanceof ConfigProblem) return error.issues
    throw error
  }
}

test('an identity provider has the name of its host unless another is given', () => {
  const settings = { issuer: whole.OIDC_ISSUER, clientId: 'billing', clientSecret: 'hunter2' }

  expect(readConfig(whole).identityProvider).toEqual({ ...settings, name: 'id.example' })
  expect(readConfig({ ...whole, OIDC_NAME: 'Tea Company' }).identityProvider).toEqual({
    ...settings,
    name: 'Tea Company',
  })
})

test.each([
  ['https://accounts.example/', 'https://accounts.example'],
  ['https://ACCOUNTS.example', 'https://accounts.example'],
  ['https://tenant.example/path/', 'https://tenant.example/path/'],
  ['http://localhost:8080/realms/shop', 'http://localhost:8080/realms/shop'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
])('the issuer %s is %s', (given, issuer) => {
  expect(readConfig({ ...whole, OIDC_ISSUER: given }).identityProvider?.issuer).toBe(issuer)
})

test.each([
  'http://id.example',
  'id.example',
  'ftp://id.example',
  'https://user:password@id.example',
  'https://id.example/?tenant=1',
  'https://id.example/#1',
  'https://id.example/?',
])('the issuer %s is refused', (issuer) => {
  expect(issuesOf({ ...whole, OIDC_ISSUER: issuer })).toEqual([
    expect.stringMatching(/^OIDC_ISSUER must be the https /),
  ])
})

test.each([
  [{ OIDC_ISSUER: whole.OIDC_ISSUER }, 'set OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, too.'],
  [{ ...whole, OIDC_CLIENT_SECRET: '' }, 'set OIDC_CLIENT_SECRET, too.'],
  [{ OIDC_CLIENT_SECRET: 'hunter2' }, 'set OIDC_ISSUER, OIDC_CLIENT_ID, too.'],
  [{ OIDC_NAME: 'Tea Company' }, 'set OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, too.'],
])(
  'an incomplete configuration names the missing settings, and no secret',
  (environment: Record<string, string>, missing) => {
    expect(issuesOf(environment)).toEqual([`OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET go together: ${missing}`])
  },
)

test.each(['OIDC_ISSUER', 'OIDC_CLIENT_ID'] as const)('%s cannot be read from a file', (name) => {
  const { [name]: value, ...others } = whole

  expect(issuesOf({ ...others, [`${name}_FILE`]: value })).toEqual([expect.stringContaining(`set ${name}, too.`)])
})

test.each(['x'.repeat(41), 'Tea\nCompany'])('a name of %j is refused', (name) => {
  expect(issuesOf({ ...whole, OIDC_NAME: name })).toEqual([
    expect.stringContaining('OIDC_NAME must be a name of at most 40 characters on one line'),
  ])
})
