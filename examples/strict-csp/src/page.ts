import { createHash } from 'node:crypto'

/** The billing server's list of its files at `/inventory.json`. */
export interface Inventory {
  readonly script: string
  readonly integrity: string
  readonly files: readonly { readonly path: string; readonly integrity: string }[]
}

/** The inputs of the page. */
export interface PageParts {
  readonly billing: string
  /** The origin of the card frame: the billing server's FRAME_ORIGIN, if it has one. */
  readonly frame: string
  readonly inventory: Inventory
  /** The page's own script. */
  readonly script: Uint8Array
  readonly sessionId: string
}

/**
 * The checkout page in English. The hash of every script is pinned, and a browser that supports `Integrity-Policy` runs no other script.
 */
export const pageOf = ({ billing, frame, inventory, script, sessionId }: PageParts) => {
  const pins = JSON.stringify({ integrity: { '/page.js': hashOf(script), ...partsOf(billing, inventory) } })
  return {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policyOf(billing, frame, pins),
      // In browsers that support this header, even a script of our own server must have a pinned hash.
      'Integrity-Policy': 'blocked-destinations=(script)',
      'Referrer-Policy': 'strict-origin-when-cross-origin',
      'X-Content-Type-Options': 'nosniff',
    },
    html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Checkout</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/page.css">
<link rel="stylesheet" href="${billing}/presets/placeholder.css">
<script type="importmap">${pins}</script>
<script type="module" crossorigin src="${billing}/${inventory.script}" integrity="${inventory.integrity}"></script>
<script type="module" src="/page.js" integrity="${hashOf(script)}"></script>
</head>
<body>
<main>
<h1>Checkout</h1>
<billing-checkout session-id="${escapeHtml(sessionId)}" locale="en"></billing-checkout>
<p id="way-on" hidden>Where the shopper goes next is up to you.</p>
</main>
</body>
</html>
`,
  }
}

/**
 * The policy has no nonce and nothing `unsafe`. It allows the billing server and the card frame for the checkout, this server for the
 * page's own files, and the import map by its hash.
 */
const policyOf = (billing: string, frame: string, pins: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' ${billing} '${hashOf(pins)}'`,
    `style-src 'self' ${billing}`,
    `connect-src ${billing}`,
    `frame-src ${billing} ${frame}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // Only Lit may turn its templates into markup.
    'trusted-types lit-html',
  ].join('; ')

/** The parts that the script loads on demand, and the messages of this page's language. */
const partsOf = (billing: string, { files }: Inventory): Readonly<Record<string, string>> =>
  Object.fromEntries(
    files
      .filter(({ path }) => /^assets\/([^/]+|messages\/(checkout|later)-[^/]+\/en)\.js$/.test(path))
      .map(({ path, integrity }) => [`${billing}/${path}`, integrity]),
  )

const hashOf = (bytes: Uint8Array | string): string => `sha384-${createHash('sha384').update(bytes).digest('base64')}`

const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.codePointAt(0)};`)
