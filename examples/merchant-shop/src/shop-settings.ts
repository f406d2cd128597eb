/** The name of the shop's organization. */
export const shopName = 'Nine Kettles'

/** The organization's settings for a shop at an address. */
export const shopSettings = (shopUrl: string) =>
  ({
    display_name: shopName,
    statement_descriptor: 'NINE KETTLES',
    support_email: 'hello@nine-kettles.example',
    emails: 'send',
    legal_name: 'Nine Kettles Ltd',
    legal_address: '9 Kettle Lane, Teatown',
    brand_color: '#2d5a45',
    terms_url: `${shopUrl}/small-print#terms`,
    privacy_url: `${shopUrl}/small-print#privacy`,
    // A shopper may subscribe to several teas at once, although their plans are alternatives.
    several_subscriptions: true,
  }) as const
