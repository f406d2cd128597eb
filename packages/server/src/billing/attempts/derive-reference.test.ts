import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashIdempotencyKey } from '../../store/requests/request-identity.ts'
import { deriveReference, type ReferenceBasis } from './derive-reference.ts'

const id = fc.string({ unit: 'binary', maxLength: 6 })
const instant = fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
const n = fc.integer({ min: 1, max: 40 })
const bases: fc.Arbitrary<ReferenceBasis> = fc.oneof(
  fc.tuple(fc.constantFrom('renewal' as const, 'lost period' as const), id, instant, n),
  fc.tuple(fc.constantFrom('checkout' as const, 'refund' as const, 'capture' as const, 'void' as const), id, n),
  fc.tuple(fc.constant('merchant' as const), id, id),
  fc.tuple(fc.constant('merchant without key' as const), id),
)

test('a reference is bc_ and 32 characters of base32, whatever its basis', () => {
  fc.assert(
    fc.property(id, bases, (organizationId, basis) => {
      expect(deriveReference(organizationId, basis).reference).toMatch(/^bc_[a-z2-7]{32}$/)
    }),
  )
})

test('the same basis gives the same reference, in this version and in every later one', () => {
  const { reference, preimage } = deriveReference('org_1', ['renewal', 'sub_1', '2026-03-01T10:00:00.000Z', 2])

  expect(preimage).toBe('28:billing-checkout reference 15:org_17:renewal5:sub_124:2026-03-01T10:00:00.000Z1:2')
  expect(reference).toBe('bc_3yagbvtwop2r6xawbpvj2qbnwyvaafcx')
})

test('two different bases never share a preimage or a reference, even if their parts concatenate to the same text', () => {
  fc.assert(
    fc.property(id, bases, id, bases, (organizationId, basis, otherId, other) => {
      const isSame = JSON.stringify([organizationId, basis]) === JSON.stringify([otherId, other])
      const [one, another] = [deriveReference(organizationId, basis), deriveReference(otherId, other)]

      expect(one.preimage === another.preimage).toBe(isSame)
      expect(one.reference === another.reference).toBe(isSame)
    }),
    { numRuns: 1000 },
  )
  const shifted = fc.tuple(fc.string({ minLength: 2, maxLength: 8 }), fc.nat({ max: 8 }), fc.nat({ max: 8 }))
  fc.assert(
    fc.property(shifted, ([text, cut, otherCut]) => {
      const cutAt = (place: number) =>
        deriveReference('org_1', ['merchant', text.slice(0, place), text.slice(place)]).preimage

      expect(cutAt(cut) === cutAt(otherCut)).toBe(Math.min(cut, text.length) === Math.min(otherCut, text.length))
    }),
  )
})

test('the parts of a preimage can be read back', () => {
  fc.assert(
    fc.property(id, bases, (organizationId, basis) => {
      const { preimage } = deriveReference(organizationId, basis)
      const wellFormed = (text: string) => Buffer.from(text).toString()

      expect(partsOf(Buffer.from(preimage)).slice(1)).toEqual([organizationId, ...basis.map(String)].map(wellFormed))
    }),
  )
})

test('key hashes of two organizations, callers or texts differ', () => {
  const hash = hashIdempotencyKey('org_1', { caller: 'merchant', key: 'order-1' })

  expect(hash).toMatch(/^[0-9a-f]{64}$/)
  expect(hash).not.toContain('order-1')
  expect(hashIdempotencyKey('org_2', { caller: 'merchant', key: 'order-1' })).not.toBe(hash)
  expect(hashIdempotencyKey('org_1', { caller: 'widget:cs_1', key: 'order-1' })).not.toBe(hash)
  expect(hashIdempotencyKey('org_1', { caller: 'merchant', key: 'order-2' })).not.toBe(hash)
})

const partsOf = (preimage: Buffer): string[] => {
  const parts: string[] = []
  for (let rest = preimage; rest.length > 0;) {
    const colon = rest.indexOf(':')
    const end = colon + 1 + Number(rest.subarray(0, colon).toString())
    parts.push(rest.subarray(colon + 1, end).toString())
    rest = rest.subarray(end)
  }
  return parts
}
