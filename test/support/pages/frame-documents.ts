import type { ElementManifest } from '#server/pages/assets/assets.ts'

/** A sample of the built element's manifest, with the parts that the server's documents use. */
export const elementManifest: ElementManifest = {
  script: 'billing-checkout.js',
  versioned_script: 'billing-checkout-1a2b.js',
  integrity: 'sha384-x',
  card_frame: { js: 'assets/card-frame-1.js' },
  hosted_frame: { js: 'assets/hosted-frame-1.js' },
  wallet_frame: { js: 'assets/wallet-frame-1.js' },
  files: [
    { path: 'assets/card-frame-1.js', integrity: 'sha384-abc' },
    { path: 'assets/wallet-frame-1.js', integrity: 'sha384-def' },
  ],
}

/** Settings by which a frame loads Stripe's own fields. */
export const stripesFields = {
  kind: 'hosted',
  fields: 'stripe',
  scriptUrl: 'https://js.stripe.com/endive/stripe.js',
  publishableKey: 'pk_test_x',
  account: null,
  sources: {
    'script-src': ['https://js.stripe.com'],
    'frame-src': ['https://js.stripe.com', 'https://hooks.stripe.com'],
    'connect-src': ['https://api.stripe.com'],
  },
} as const

/** The same settings in the form in which the frame receives them. */
export const stripesScript = {
  fields: 'stripe',
  script_url: stripesFields.scriptUrl,
  publishable_key: stripesFields.publishableKey,
  account: null,
  script_sources: ['https://js.stripe.com'],
} as const

/** The configuration that a frame's document passes to its script. */
export const configIn = (html: string): unknown =>
  JSON.parse(/<script type="application\/json" id="frame-config">(.*?)<\/script>/s.exec(html)![1]!)
