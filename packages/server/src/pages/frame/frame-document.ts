import type { Mode } from '../../config/mode.ts'
import type { PublicCardJwk } from '../../credentials/card-keys.ts'
import { escapeHtml } from '../../presenters/languages/escape-html.ts'
import type { HostedCardEntry } from '../../processors/cards/card-entry.ts'
import type { ElementManifest } from '../assets/assets.ts'
import { htmlHeaders, jsonForScript } from '../html.ts'
import { frameAncestorsOf } from './embedding-origins.ts'

/**
 * The configuration that every frame reads from its own document. A frame trusts no other source, because the page around it may be forged.
 */
export interface SharedFrameConfig {
  readonly session_id: string
  /** The wall-clock time at which the document was written. */
  readonly wall: string
  /** Origins of the pages that may exchange messages with the frame; null: any loopback page. */
  readonly parent_origins: readonly string[] | null
  readonly mode: Mode
  readonly protocol: 1
}

/** The configuration of a frame that encrypts cards. */
export interface SealedFrameConfig extends SharedFrameConfig {
  readonly card_key: PublicCardJwk
}

/** The configuration of a frame with a processor's own fields. */
export interface HostedFrameConfig extends SharedFrameConfig {
  readonly connection: string
  readonly hosted: HostedScript
}

/** A processor's script for a frame. */
export interface HostedScript {
  readonly fields: HostedCardEntry['fields']
  readonly script_url: string
  readonly publishable_key: string
  readonly account: string | null
  /** Sources of the processor's further scripts. */
  readonly script_sources: readonly string[]
}

/** The document of the card frame. */
export const frameDocument = (manifest: ElementManifest, config: SealedFrameConfig | HostedFrameConfig): string => {
  const { card_frame: sealed, hosted_frame: hosted } = manifest
  return buildFrameDocument(manifest, { title: 'Card details', js: ('hosted' in config ? hosted : sealed).js, config })
}

/** Builds the document of a frame: the configuration, our script, which brings its style sheet, and the preload of a processor's script. */
export const buildFrameDocument = (
  { files }: Pick<ElementManifest, 'files'>,
  { title, js, config }: FrameDocument,
): string => {
  const integrity = (path: string) =>
    files.filter((file) => file.path === path).map((file) => ` integrity="${escapeHtml(file.integrity)}"`)
  // Preload the processor's script: it takes longest to load, and our script requests it only after loading itself.
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

/** The parts from which a frame's document is built. */
interface FrameDocument {
  readonly title: string
  /** The frame's own script. */
  readonly js: string
  readonly config: SharedFrameConfig & { readonly hosted?: HostedScript | null }
}

/**
 * The headers of the card frame. Its policy allows only its own script, no network requests, and embedding only in the merchant's pages.
 * For a processor's own fields, the policy adds only what that processor needs.
 */
export const frameHeaders = (
  parents: readonly string[] | null,
  cardEntry?: HostedCardEntry,
): Readonly<Record<string, string>> =>
  htmlHeaders(
    {
      'default-src': "'none'",
      'script-src': "'self'",
      'img-src': "'self' data:",
      'connect-src': "'none'",
      'form-action': "'none'",
      'base-uri': "'none'",
      'frame-ancestors': frameAncestorsOf(parents),
      'require-trusted-types-for': "'script'",
      'trusted-types': "'none'",
      ...(cardEntry && hostedPolicy(cardEntry)),
    },
    {
      // A cross-origin isolated page can embed the frame only with the next two headers. Such a page can never embed a processor's fields.
      ...(cardEntry === undefined && { 'Cross-Origin-Embedder-Policy': 'require-corp' }),
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    },
  )

/**
 * The directives that a processor's own fields change. The frame's only trusted types policy, `default`, allows scripts of these sources.
 */
const hostedPolicy = ({ sources }: HostedCardEntry): Readonly<Record<string, string>> => ({
  'script-src': ["'self'", ...sources['script-src']].join(' '),
  'frame-src': sources['frame-src'].join(' '),
  'connect-src': sources['connect-src'].join(' '),
  'trusted-types': 'default',
})
