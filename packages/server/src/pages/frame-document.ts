import type { Mode } from '../config/mode.ts'
import type { PublicCardJwk } from '../credentials/card-keys.ts'
import type { ElementManifest } from './assets.ts'
import { ancestorsOf } from './frame-parents.ts'
import { escapeHtml, jsonForScript, policyOf } from './html.ts'

/** What the card frame is told by its own document. It believes nobody else: the page around it may be a forgery. */
export interface FrameConfig {
  readonly session_id: string
  readonly card_key: PublicCardJwk
  /** The wall clock when the document was written. */
  readonly wall: string
  /** Origins of the pages that may talk to the frame; null: any loopback page. */
  readonly parent_origins: readonly string[] | null
  readonly mode: Mode
  readonly protocol: 1
}

/** The document of the card frame: a script, which brings its style sheet, and the configuration; nothing else. */
export const frameDocument = ({ card_frame: { js }, files }: ElementManifest, config: FrameConfig): string => {
  const integrity = (path: string) =>
    files.filter((file) => file.path === path).map((file) => ` integrity="${escapeHtml(file.integrity)}"`)
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Card details</title>
<script type="application/json" id="frame-config">${jsonForScript(config)}</script>
<script type="module" src="/${escapeHtml(js)}"${integrity(js).join('')}></script>
</head>
<body></body>
</html>
`
}

/**
 * The headers of the card frame. Its policy lets it run its own script and nothing else: it can reach no network, and only
 * the merchant's pages can embed it.
 */
export const frameHeaders = (parents: readonly string[] | null): Readonly<Record<string, string>> => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': policyOf({
    'default-src': "'none'",
    'script-src': "'self'",
    'img-src': "'self' data:",
    'connect-src': "'none'",
    'form-action': "'none'",
    'base-uri': "'none'",
    'frame-ancestors': ancestorsOf(parents),
    'require-trusted-types-for': "'script'",
    'trusted-types': "'none'",
  }),
  // Both, or a page that isolates itself may not embed the frame.
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
})
