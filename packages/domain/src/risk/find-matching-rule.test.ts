import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findMatchingRule, type RiskConditions, type RiskFacts, type RiskRule } from './find-matching-rule.ts'

const facts: RiskFacts = {
  countries: ['DE', 'AT'],
  cardCountry: 'US',
  currency: 'EUR',
  amount: 5000,
  amountUsd: 5800,
  brand: 'visa',
  funding: 'prepaid',
  bin: '424242',
}
const rule = (when: RiskConditions, name = 'a rule'): RiskRule => ({ name, when, appliesToRenewals: false })
const never = () => Promise.reject(new Error('Nothing had to be counted.'))
const blocks = async (
  when: RiskConditions,
  seen: RiskFacts = facts,
  count = never as () => Promise<number | undefined>,
) => (await findMatchingRule([rule(when)], seen, count)) !== undefined

test.each<[string, RiskConditions, boolean]>([
  ['a country', { countries: ['FR', 'DE'] }, true],
  ['another country', { countries: ['FR'] }, false],
  ['the country of the other address', { countries: ['AT'] }, true],
  ['countries other than one of its two', { countries: { not: ['DE'] } }, true],
  ['countries other than both of its own', { countries: { not: ['DE', 'AT'] } }, false],
  ['cards of other countries', { cardCountries: { not: ['US'] } }, false],
  ['the country of the card', { cardCountries: ['US'] }, true],
  ['a currency', { currencies: ['EUR'] }, true],
  ['another currency', { currencies: ['USD'] }, false],
  ['an amount of its currency', { amount: { currency: 'EUR', from: 5000 } }, true],
  ['a higher amount', { amount: { currency: 'EUR', from: 5001 } }, false],
  ['a lower amount', { amount: { currency: 'EUR', to: 4999 } }, false],
  ['the same amount of another currency', { amount: { currency: 'JPY', from: 1 } }, false],
  ['an amount in dollars', { amountUsd: { from: 100, to: 5800 } }, true],
  ['a brand', { brands: ['visa'] }, true],
  ['a funding', { fundings: ['prepaid'] }, true],
  ['leading digits', { bins: ['99', '4242'] }, true],
  ['other digits', { bins: ['99'] }, false],
  ['digits in the middle', { bins: ['24'] }, false],
  ['all but its leading digits', { bins: { not: ['99', '42'] } }, false],
  ['all of several conditions', { countries: ['DE'], brands: ['visa'] }, true],
  ['not all of several conditions', { countries: ['DE'], brands: ['mastercard'] }, false],
])('a rule about %s blocks or not', async (_, when, expected) => {
  expect(await blocks(when)).toBe(expected)
})

test('an unknown fact meets no condition', async () => {
  const unknown = { ...facts, countries: [], cardCountry: null, amountUsd: null, brand: null, funding: null, bin: null }

  for (const when of [
    { countries: ['DE'] },
    { cardCountries: ['US'] },
    { amountUsd: { from: 0 } },
    { brands: ['visa'] },
    { fundings: ['prepaid'] },
    { bins: ['4'] },
    { countries: { not: ['FR'] } },
    { cardCountries: { not: ['FR'] } },
    { brands: { not: ['jcb'] } },
    { fundings: { not: ['credit'] } },
    { bins: { not: ['5'] } },
  ]) {
    expect(await blocks(when, unknown)).toBe(false)
  }
})

test('a funding that the card ranges lack is unknown', async () => {
  expect(await blocks({ fundings: { not: ['credit'] } }, { ...facts, funding: 'unknown' })).toBe(false)
})

test('every known fact meets either a list or its negation', async () => {
  const some = fc.subarray(['visa', 'mastercard', 'jcb'])
  await fc.assert(
    fc.asyncProperty(some, fc.constantFrom('visa', 'mastercard', 'jcb'), async (brands, brand) => {
      const seen = { ...facts, brand }

      expect(await blocks({ brands }, seen)).toBe(!(await blocks({ brands: { not: brands } }, seen)))
    }),
  )
})

test('an additional condition never makes a rule block more payments', async () => {
  const brands = fc.subarray(['visa', 'jcb'])
  const amounts = fc.record({ currency: fc.constant('EUR'), from: fc.integer({ min: 4000, max: 6000 }) })
  await fc.assert(
    fc.asyncProperty(brands, amounts, async (brand, amount) => {
      const both = await blocks({ brands: brand, amount })

      expect(both).toBe((await blocks({ brands: brand })) && (await blocks({ amount })))
    }),
  )
})

test.each([
  ['attempts', 2, 2, true],
  ['attempts', 1, 2, false],
  ['declines', 2, 2, false],
  ['declines', 3, 2, true],
  ['amount_usd', 4200, 10_000, false],
  ['amount_usd', 4201, 10_000, true],
] as const)('%s of %i so far, with at most %i: blocked is %s', async (count, soFar, atMost, expected) => {
  const velocity = { per: 'card', count, atMost, withinSeconds: 3600 } as const

  expect(await blocks({ velocity }, facts, async () => soFar)).toBe(expected)
  expect(await blocks({ velocity }, facts, async () => undefined)).toBe(false)
})

test('velocities are not counted if another condition of the rule fails', async () => {
  const velocity = { per: 'card', count: 'attempts', atMost: 1, withinSeconds: 60 } as const

  expect(await blocks({ countries: ['FR'], velocity })).toBe(false)
})

test('the first rule that blocks is returned', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 8 }), async (holding) => {
      const rules = holding.map((holds, index) => rule({ countries: [holds ? 'DE' : 'FR'] }, `rule ${index}`))

      const first = holding.indexOf(true)

      expect((await findMatchingRule(rules, facts, never))?.name).toBe(first === -1 ? undefined : `rule ${first}`)
    }),
  )
})
