import { expect, test } from 'vitest'
import { parseDatabaseAddress } from './parse-database-address.ts'

test('the parts of an address are decoded, and its port is 5432 if it names none', () => {
  expect(parseDatabaseAddress('postgresql://ada:s%2Fecret@db.example/shop?sslmode=require')).toEqual({
    host: 'db.example',
    port: 5432,
    user: 'ada',
    password: 's/ecret',
    database: 'shop',
  })
})

test('an address of a Unix socket has its folder as the host, and an address without a password has none', () => {
  expect(parseDatabaseAddress('postgresql://ada@/shop?host=/run/postgresql&port=6432')).toMatchObject({
    host: '/run/postgresql',
    port: 6432,
    password: undefined,
  })
})

test('an invalid address is refused', () => {
  expect(() => parseDatabaseAddress('postgresql://db.example:port/shop')).toThrow(TypeError)
})
