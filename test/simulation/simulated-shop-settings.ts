/** Where the shoppers of a simulated shop live. Tax is added to prices in DE, included in prices in FR, and not collected in the US. */
export const countries = ['DE', 'FR', 'US'] as const
/** One of these countries. */
export type Country = (typeof countries)[number]

/** Settings with which shoppers request a service before their withdrawal period ends, so that a withdrawal refunds only a part. */
export const immediateSupplySettings = {
  withdrawal_url: 'https://shop.example/withdraw',
  digital_supply: 'service',
} as const

/** The discount of a simulated shop, and its code. */
export const springDiscount = { percent: 30, code: 'SPRING' } as const

/** The settings of a simulated shop's organization: the places in which the shop collects tax, and a brand of cards that it blocks. */
export const simulatedShopSettings = {
  tax_registrations: [
    { country: 'DE', region: null, behavior: 'exclusive' },
    { country: 'FR', region: null, behavior: 'inclusive' },
  ],
  rules: [{ name: 'no discover', when: { brands: ['discover'] } }],
}
