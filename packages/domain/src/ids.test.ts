import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mintId, uuidV7 } from './ids.ts'

const bytes = fc.uint8Array({ minLength: 16, maxLength: 16 })
const millis = fc.integer({ min: 0, max: 2 ** 48 - 1 })

test('the example of RFC 9562 (appendix A.6) gives the id printed there', () => {
  const random = new Uint8Array([0, 0, 0, 0, 0, 0, 0x0c, 0xc3, 0x18, 0xc4, 0xdc, 0x0c, 0x0c, 0x07, 0x39, 0x8f])

  expect(uuidV7(0x017f22e279b0, random)).toBe('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')
})

test('an id is its prefix and a lower-case UUID of version 7 that carries the time', () => {
  fc.assert(
    fc.property(millis, bytes, (now, random) => {
      const id = mintId('cus', now, random)

      expect(id).toMatch(/^cus_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      expect(Number.parseInt(id.slice(4).replaceAll('-', '').slice(0, 12), 16)).toBe(now)
    }),
  )
})

test('a later id sorts after an earlier one', () => {
  fc.assert(
    fc.property(millis, millis, bytes, bytes, (one, other, random, otherRandom) => {
      fc.pre(one !== other)

      expect(uuidV7(one, random) < uuidV7(other, otherRandom)).toBe(one < other)
    }),
  )
})

test('the caller keeps its random bytes as they were', () => {
  const random = new Uint8Array(16).fill(0xff)

  uuidV7(0, random)

  expect(random).toEqual(new Uint8Array(16).fill(0xff))
})

test.each([-1, 1.5, 2 ** 48, NaN])('an id cannot carry the time %d', (now) => {
  expect(() => uuidV7(now, new Uint8Array(16))).toThrow(RangeError)
})

test.each([0, 10, 17])('%d random bytes do not make an id', (length) => {
  expect(() => uuidV7(0, new Uint8Array(length))).toThrow(RangeError)
})
