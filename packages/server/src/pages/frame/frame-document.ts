import type { Mode } from '../../config/mode.ts'
import type { PublicCardJwk } from '../../credentials/card-keys.ts'
import type { HostedCardEntry } from '../../processors/cards/card-entry.ts'
import type { ElementManifest } from '../assets/assets.ts'
import { ancestorsOf } from './frame-parents.ts'
import { escapeHtml } from '../../presenters/languages/escape-html.ts'
import { jsonForScript, policyOf } from '../html.ts'

/** The configuration that every frame reads from its own document. It trusts no other source: the page around it may be a forgery. */
export interface CommonConfig {
  readonly session_id: string
  /** The wall clock when the document was written. */
  readonly wall: string
  /** Origins of the pages that may talk to the frame; null: any loopback page. */
  readonly parent_origins: readonly string[] | null
  readonly mode: Mode
  readonly protocol: 1
}

/** The configuration of a frame that seals cards. */
export interface SealedFrameConfig extends CommonConfig {
  readonly card_key: PublicCardJwk
}

/** The configuration of a frame that holds a processor's own fields. */
export interface HostedFrameConfig extends CommonConfig {
  readonly connection: string
  readonly hosted: HostedScript
}

/** A processor's script, as a frame loads it. */
export interface HostedScript {
  readonly fields: HostedCardEntry['fields']
  readonly script_url: string
  readonly publishable_key: string
  readonly account: string | null
  /** Where further scripts of the processor may come from. */
  readonly script_sources: readonly string[]
}

/** The document of the card frame. */
export const frameDocument = (manifest: ElementManifest, config: SealedFrameConfig | HostedFrameConfig): string => {
  const { card_frame: sealed, hosted_frame: hosted } = manifest
  return documentOf(manifest, { title: 'Card details', js: ('hosted' in config ? hosted : sealed).js, config })
}

/** The document of a frame: a script, which brings its style sheet, and the configuration; nothing else. */
export const documentOf = ({ files }: Pick<ElementManifest, 'files'>, { title, js, config }: FrameDocument): string => {
  const integrity = (path: string) =>
    files.filter((file) => file.path === path).map((file) => ` integrity="${escapeHtml(file.integrity)}"`)
  // The processor's script takes longest to load, and our script requests it only after loading itself.
  const preload =
    config.hosted != null ? `<link rel="preload" as="script" href="${escapeHtml(config.hosted.script_url)}">\n` : ''
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
${preload}<script type="application/json" id="frame-config">${jsonForScript(config)}</script>
<script type="module" src="/${escapeHtml(js)}"${integrity(js).join('')}></script>
</head>
<body></body>
</html>
`
}

/** What a frame's document is made from. */
interface FrameDocument {
  readonly title: string
  /** The frame's own script. */
  readonly js: string
  readonly config: CommonConfig & { readonly hosted?: HostedScript | null }
}

/**
 * The headers of the card frame. Its policy allows its own script and nothing else: no network requests, and embedding only in the
 * merchant's pages. If it holds a processor's own fields, the policy adds only what that processor needs.
 */
export const frameHeaders = (
  parents: readonly string[] | null,
  cardEntry?: HostedCardEntry,
): Readonly<Record<string, string>> => ({
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
    ...(cardEntry && hostedPolicy(cardEntry)),
  }),
  // Both, or a page that isolates itself may not embed the frame. No processor's fields can be embedded by an isolated page.
  ...(cardEntry === undefined && { 'Cross-Origin-Embedder-Policy': 'require-corp' }),
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
})

/** The directives that differ: the frame's one policy of trusted types lets scripts of these sources in, and nothing else. */
const hostedPolicy = ({ sources }: HostedCardEntry): Readonly<Record<string, string>> => ({
  'script-src': ["'self'", ...sources['script-src']].join(' '),
  'frame-src': sources['frame-src'].join(' '),
  'connect-src': sources['connect-src'].join(' '),
  'trusted-types': 'default',
})
