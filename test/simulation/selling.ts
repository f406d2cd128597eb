/** Where the shoppers of a simulated shop live: tax comes on top of prices, is inside them, is not collected. */
export const countries = ['DE', 'FR', 'US'] as const
/** One of them. */
export type Country = (typeof countries)[number]

/** In addition, shoppers request a service before their days to withdraw are over, so that a withdrawal refunds only a part. */
export const supplyingAtOnce = { withdrawal_url: 'https://shop.example/withdraw', digital_supply: 'service' } as const

/** What a discount of a simulated shop takes off, and the code by which shoppers name it. */
export const spring = { percent: 30, code: 'SPRING' } as const

/** The settings of a simulated shop's organization: the places in which it collects tax, and a brand of cards that it blocks. */
export const selling = {
  tax_registrations: [
    { country: 'DE', region: null, behavior: 'exclusive' },
    { country: 'FR', region: null, behavior: 'inclusive' },
  ],
  rules: [{ name: 'no discover', when: { brands: ['discover'] } }],
}
