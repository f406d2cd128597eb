import { mkdtempSync, readdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readOrCreateSecretIn, masterSecretOf } from './master-secret.ts'
import { seal, unseal } from './seal.ts'

test('a secret is created once, readable by its owner only, and found again', () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'secret-')), 'data')

  const made = readOrCreateSecretIn(folder)

  expect(made.length).toBeGreaterThanOrEqual(32)
  expect(readOrCreateSecretIn(folder)).toBe(made)
  expect(readdirSync(folder)).toEqual(['secret.key'])
  expect(statSync(join(folder, 'secret.key')).mode & 0o777).toBe(0o600)
})

test('every purpose has a key of its own', () => {
  const secret = masterSecretOf('a secret of more than thirty-two characters')

  expect(secret.deriveKey('api keys')).not.toEqual(secret.deriveKey('server keys'))
  expect(secret.deriveKey('api keys')).toEqual(secret.deriveKey('api keys'))
})

test('a sealed text opens only with the same key and label', () => {
  const key = masterSecretOf('a secret of more than thirty-two characters').deriveKey('server keys')
  const sealed = seal(key, 'card 1', 'private')

  expect(unseal(key, 'card 1', sealed)).toBe('private')
  expect(() => unseal(key, 'card 2', sealed)).toThrow()
  expect(() => unseal(Buffer.alloc(32), 'card 1', sealed)).toThrow()
  expect(sealed.toString('latin1')).not.toContain('private')
})
