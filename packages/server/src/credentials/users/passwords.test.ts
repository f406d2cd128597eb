import { expect, test } from 'vitest'
import { hashPassword, matchesPassword } from './passwords.ts'

test('a hash is a PHC string with its cost, and has a salt of its own', async () => {
  const [first, second] = await Promise.all([hashPassword('the same password'), hashPassword('the same password')])

  expect(first).toMatch(/^\$scrypt\$ln=17,r=8,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(first).not.toBe(second)
})

test('a password matches however its letters are composed', async () => {
  const hashed = await hashPassword('gr\u00FCner Tee im Garten')

  expect(await matchesPassword('gru\u0308ner Tee im Garten', hashed)).toBe(true)
  expect(await matchesPassword('Gr\u00FCner Tee im Garten', hashed)).toBe(false)
})

test('without a stored password, every password is wrong', async () => {
  expect(await matchesPassword('AAAAAAAAAAAA', null)).toBe(false)
})
