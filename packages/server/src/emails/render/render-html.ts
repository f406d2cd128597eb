import { defaultBrandColor, textColorOn } from '@billing-checkout/domain'
import { escapeHtml } from '../../presenters/languages/escape-html.ts'
import type { Block, EmailContent, Row } from '../content/email-content.ts'
import type { PhrasePart, Phrase } from '../languages/email-words.ts'

/**
 * Renders an email as HTML: one column that fits any width, without images, scripts, fonts or anything else to load. Without its styles it
 * still reads from top to bottom. Webmail drops the root element and the body, so the first element inside repeats their language,
 * direction and font.
 */
export const renderHtml = ({ subject, heading, lang, dir, seller, blocks, footer }: EmailContent): string => {
  const color = seller.brandColor ?? defaultBrandColor
  const brand = `background:${color};color:${textColorOn(color)};font-weight:600`
  const written = (all: readonly Block[]) => all.map((block) => writeBlock(block, brand)).join('\n')
  return `<!DOCTYPE html>
<html lang="${escapeHtml(lang)}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${style}</style>
</head>
<body style="margin:0;padding:0">
<div class="page" lang="${escapeHtml(lang)}" dir="${dir}" style="padding:32px 12px;font:16px/1.5 -apple-system,'Segoe UI',Roboto,'Noto Sans',Arial,sans-serif">
<div class="card" style="max-width:560px;margin:0 auto;border-radius:12px;overflow:hidden">
<header class="edge" style="padding:20px 32px;border-bottom:1px solid transparent;font-size:17px;overflow-wrap:anywhere;${brand}"><bdi>${escapeHtml(seller.name)}</bdi></header>
<main style="padding:32px 32px 16px">
<h1 style="margin:0 0 20px;font-size:24px;line-height:1.3;font-weight:600;overflow-wrap:anywhere">${writePhrase(heading)}</h1>
${written(blocks)}
</main>
<footer class="quiet rule" style="margin:0 32px;padding:20px 0 16px;border-top:1px solid ${rule};font-size:13px">
${written(footer)}
</footer>
</div>
</div>
</body>
</html>
`
}

const rule = '#e3e6ea'
const panel = '#f6f7f9'

/**
 * The colors of the light and the dark scheme, and less space on phones. Rules with `!important` override inline styles. A mail program
 * that ignores these rules shows black on white with the same layout.
 */
const style = `:root{color-scheme:light dark}
body,.page{background:#f0f2f4;color:#1a1d21}
.card{background:#ffffff}
.quiet{color:#545c68}
a.plain{color:#0b57d0}
@media (prefers-color-scheme:dark){
body,.page{background:#111418;color:#e8eaed}
.card{background:#1c2026}
.panel{background:#262b33!important}
.quiet{color:#b3bac4}
a.plain{color:#a8c7fa}
.rule{border-color:#3a414b!important}
.edge{border-color:#5b6573!important}
}
@media (max-width:480px){
.page{padding:0!important}
.card{border-radius:0!important}
header,main{padding-left:20px!important;padding-right:20px!important}
footer{margin-left:20px!important;margin-right:20px!important}
}`

const writeBlock = (block: Block, brand: string): string => {
  switch (block.kind) {
    case 'paragraph':
      return `<p style="${paragraph}">${writePhrase(block.phrase)}</p>`
    case 'amounts':
      return writeAmounts(block)
    case 'details':
      return writeTable(block.rows.map((row, at) => writeRow(row, { isQuiet: true, line: at === 0 ? null : thin })))
    case 'button':
      return `<p style="margin:28px 0"><a class="edge" href="${escapeHtml(block.url)}" style="display:inline-block;padding:12px 28px;border:1px solid transparent;border-radius:8px;text-decoration:none;overflow-wrap:anywhere;${brand}">${escapeHtml(block.label)}</a></p>`
    case 'quotation':
      return `<blockquote class="rule quiet" style="margin:0 0 20px;padding:0 16px;border:0 solid ${rule};border-inline-start-width:3px;font-size:15px;overflow-wrap:anywhere" lang="${escapeHtml(block.lang)}" dir="auto">${escapeHtml(block.text).replaceAll('\n', '<br>')}</blockquote>`
    case 'links':
      return `<p style="${paragraph}">${block.links.map(({ label, url }) => writeLink(label, url)).join(' · ')}</p>`
  }
}

const paragraph = 'margin:0 0 16px;overflow-wrap:anywhere'

/** Amounts on their own background, so that readers see them first; the total has the largest type, and the included taxes follow it. */
const writeAmounts = ({ rows, total, included }: Extract<Block, { kind: 'amounts' }>): string =>
  `<div class="panel" style="margin:0 0 20px;padding:8px 16px;border-radius:8px;background:${panel}">
${writeTable(
  [
    ...rows.map((row) => writeRow(row, { isSum: true })),
    writeRow(total, { isSum: true, line: thick, look: 'font-size:18px;font-weight:600' }),
    ...included.map((row) => writeRow(row, { isSum: true, isQuiet: true, look: 'font-size:13px' })),
  ],
  '0',
)}
</div>`

const thin = `1px solid ${rule}`
const thick = '1px solid #aab1bb'

const writeTable = (rows: readonly string[], margin = '0 0 20px'): string =>
  `<table style="width:100%;margin:${margin};border-collapse:collapse"><tbody>\n${rows.join('\n')}\n</tbody></table>`

interface Look {
  /** Whether values are amounts, which are aligned and never broken. */
  readonly isSum?: boolean
  /** Whether the label is less prominent. */
  readonly isQuiet?: boolean
  /** The CSS border of the line above; null for none. */
  readonly line?: string | null
  readonly look?: string
}

const writeRow = ({ label, value }: Row, { isSum = false, isQuiet = false, line = null, look = '' }: Look): string => {
  const cell = `padding:8px 0${line === null ? '' : `;border-top:${line}`}`
  const edge = line === thick ? 'edge' : 'rule'
  const [ofLabel, ofValue] = isSum
    ? ['overflow-wrap:anywhere', 'white-space:nowrap;font-variant-numeric:tabular-nums']
    : // Break the value first, so that the words of the label stay whole.
      ['overflow-wrap:break-word', 'overflow-wrap:anywhere']
  return `<tr style="vertical-align:top;${look}"><th scope="row" class="${edge}${isQuiet ? ' quiet' : ''}" style="${cell};padding-inline-end:16px;text-align:start;font-weight:inherit;${ofLabel}">${bdi(label)}</th><td class="${edge}" style="${cell};text-align:end;${ofValue}">${bdi(value)}</td></tr>`
}

/** Renders a phrase as HTML. Values are isolated from the direction of the surrounding words. */
export const writePhrase = (phrase: Phrase): string => phrase.map(writePart).join('')

const writePart = (part: PhrasePart): string => {
  if (part.kind === 'link') return writeLink(part.text, part.url)
  return part.kind === 'place' ? bdi(part.text) : escapeHtml(part.text).replaceAll('\n', '<br>')
}

const writeLink = (text: string, url: string): string =>
  `<a class="plain" href="${escapeHtml(url)}">${escapeHtml(text)}</a>`

const bdi = (text: string): string => `<bdi>${escapeHtml(text).replaceAll('\n', '<br>')}</bdi>`
