import { escapeHtml } from '../../presenters/languages/escape-html.ts'
import type { Block, EmailContent, Row } from '../content/email-content.ts'
import type { Part, Phrase } from '../languages/email-words.ts'
import { defaultBrand, textOn } from './colors.ts'

/**
 * An email as an HTML document: one column that fits any width, without images, scripts, fonts or anything else to load. Without its
 * styles it still reads from top to bottom.
 */
export const renderHtml = ({ subject, lang, dir, seller, blocks, footer }: EmailContent): string => {
  const brand = seller.brandColor ?? defaultBrand
  const button = `display:inline-block;padding:12px 24px;border-radius:6px;background:${brand};color:${textOn(brand)};text-decoration:none;font-weight:600`
  const written = (all: readonly Block[]) => all.map((block) => writeBlock(block, button)).join('\n')
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
<body style="margin:0;padding:0;font:16px/1.5 -apple-system,'Segoe UI',Roboto,'Noto Sans',Arial,sans-serif">
<div class="page" style="padding:24px 12px">
<div class="card" role="article" aria-label="${escapeHtml(subject)}" style="max-width:560px;margin:0 auto;border-radius:8px;overflow:hidden">
<header style="padding:20px 24px;background:${brand};color:${textOn(brand)};font-size:18px;font-weight:600;overflow-wrap:anywhere"><bdi>${escapeHtml(seller.name)}</bdi></header>
<main style="padding:24px">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3;overflow-wrap:anywhere">${escapeHtml(subject)}</h1>
${written(blocks)}
</main>
<footer class="quiet" style="padding:0 24px 24px;font-size:13px">
${written(footer)}
</footer>
</div>
</div>
</body>
</html>
`
}

/** The colours of both schemes. A mail program that ignores this shows black on white. */
const style = `:root{color-scheme:light dark}
body,.page{background:#f1f3f5;color:#1a1d21}
.card{background:#ffffff}
.quiet{color:#4b5563}
a{color:#0b57d0}
td,th,.rule{border-color:#d8dce1}
@media (prefers-color-scheme:dark){
body,.page{background:#111418;color:#e8eaed}
.card{background:#1c2026}
.quiet{color:#b3bac4}
a.plain{color:#a8c7fa}
td,th,.rule{border-color:#3a414b}
}
@media (max-width:420px){.page{padding:0!important}.card{border-radius:0!important}}`

const writeBlock = (block: Block, button: string): string => {
  switch (block.kind) {
    case 'paragraph':
      return `<p style="${paragraph}">${writePhrase(block.phrase)}</p>`
    case 'amounts':
      return writeTable([
        ...block.rows.map((row) => writeRow(row, '')),
        writeRow(block.total, 'font-weight:600'),
        ...block.included.map((row) => writeRow(row, 'font-size:13px')),
      ])
    case 'details':
      return writeTable(block.rows.map((row) => writeRow(row, '')))
    case 'button':
      return `<p style="margin:24px 0"><a href="${escapeHtml(block.url)}" style="${button}">${escapeHtml(block.label)}</a></p>`
    case 'quotation':
      return `<blockquote class="rule" style="margin:0 0 16px;padding:0 16px;border-inline-start:3px solid;overflow-wrap:anywhere" dir="auto">${escapeHtml(block.text).replaceAll('\n', '<br>')}</blockquote>`
    case 'links':
      return `<p style="${paragraph}">${block.links.map(({ label, url }) => writeLink(label, url)).join(' · ')}</p>`
  }
}

const paragraph = 'margin:0 0 16px;overflow-wrap:anywhere'

const writeTable = (rows: readonly string[]): string =>
  `<table style="width:100%;margin:0 0 16px;border-collapse:collapse"><tbody>\n${rows.join('\n')}\n</tbody></table>`

const writeRow = ({ label, value }: Row, look: string): string =>
  `<tr style="vertical-align:top;${look}"><th scope="row" style="${cell};text-align:start;font-weight:inherit">${bdi(label)}</th><td style="${cell};text-align:end">${bdi(value)}</td></tr>`

const cell = 'padding:8px 0;padding-inline-end:8px;border-bottom:1px solid;overflow-wrap:anywhere'

const writePhrase = (phrase: Phrase): string => phrase.map(writePart).join('')

const writePart = (part: Part): string => {
  if (part.kind === 'link') return writeLink(part.text, part.url)
  return part.kind === 'place' ? bdi(part.text) : escapeHtml(part.text).replaceAll('\n', '<br>')
}

const writeLink = (text: string, url: string): string =>
  `<a class="plain" href="${escapeHtml(url)}">${escapeHtml(text)}</a>`

const bdi = (text: string): string => `<bdi>${escapeHtml(text).replaceAll('\n', '<br>')}</bdi>`
