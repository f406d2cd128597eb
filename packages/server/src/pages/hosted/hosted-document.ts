import { defaultBrandColor, textColorOn } from '@billing-checkout/domain'
import type { Organization } from '../../organization/organization.ts'
import { escapeHtml } from '../../presenters/languages/escape-html.ts'
import { htmlHeaders, inlinePolicySource, ownPolicySource } from '../html.ts'
import { type PageWords, pageWordsIn } from '../languages/page-words.ts'

/** A page for shoppers: its text, its merchant, and what its policy allows. */
export interface HostedPage {
  readonly words: Pick<PageWords, 'lang' | 'dir'>
  readonly title: string
  /** The merchant, and our origin, which serves its logo; null on a page that must not reveal which merchant the link belongs to. */
  readonly merchant: { readonly organization: Organization; readonly publicUrl: string } | null
  readonly head?: string
  readonly body: string
  /** Policy directives in addition to those of every page. */
  readonly policy?: Readonly<Record<string, string>>
}

/** Builds a page for shoppers with the merchant's name and color, and its headers. */
export const hostedDocument = ({ words, title, merchant, head = '', body, policy }: HostedPage) => {
  const settings = merchant?.organization.settings
  const style = styleOf(settings?.brand_color ?? defaultBrandColor)
  const legal = [settings?.legal_name, settings?.legal_address].filter((line) => line != null)
  return {
    headers: headersOf(style, { 'img-src': imagesOf(merchant), ...policy }),
    html: `<!doctype html>
<html lang="${words.lang}" dir="${words.dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
${head}</head>
<body>
${merchant === null ? '' : headerOf(merchant.organization)}
<main>
${body}
</main>
${legal.length === 0 ? '' : `<footer><p><bdi>${legal.map(escapeHtml).join('\n')}</bdi></p></footer>`}
</body>
</html>
`,
  }
}

/** The parts from which every page of a merchant is built. */
export interface MerchantPage {
  readonly organization: Organization
  readonly locale: string
  readonly publicUrl: string
}

/** The parts from which a page with a form is built. */
export interface FormPage extends MerchantPage {
  /** The form's CSRF token, as `formToken` makes it. */
  readonly token: string
}

/**
 * Builds a page of a merchant. By default, its title is the merchant's name, and its forms may be posted to this server; `other` overrides
 * this.
 */
export const merchantDocument = (
  { organization, locale, publicUrl }: MerchantPage,
  body: string,
  other: Partial<HostedPage> = {},
) =>
  hostedDocument({
    words: pageWordsIn(locale),
    title: merchantNameOf(organization),
    merchant: { organization, publicUrl },
    body,
    policy: { 'form-action': "'self'" },
    ...other,
  })

/** The merchant's name for shoppers. */
export const merchantNameOf = ({ name, settings }: Organization): string => settings.display_name ?? name

/** A row of a page's `dl`; both parameters are HTML. */
export const detailRow = (label: string, value: string): string =>
  `<div><dt>${label}</dt><dd><bdi>${value}</bdi></dd></div>`

/** The hidden fields of a form. */
export const hiddenFields = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('')

/** The field for an e-mail address. `refused` is the submitted text if that is no e-mail address; null before the form was submitted. */
export const emailField = ({ say }: Pick<PageWords, 'say'>, refused: string | null): string => {
  const wrong = ` value="${escapeHtml(refused ?? '')}" aria-invalid="true" aria-describedby="fault" autofocus`
  return `<label for="email">${say('recovery.customer')}</label>
<input id="email" name="email" type="email" autocomplete="email" maxlength="254" dir="ltr" required${refused === null ? '' : wrong}>
${refused === null ? '' : `<p id="fault">${say('buy.email')}</p>\n`}`
}

const headerOf = (organization: Organization): string => {
  const { logo } = organization.settings
  // The name follows the logo, so the alternative text is empty.
  const image = logo ? `<img src="/logos/${logo.file}" alt="" width="${logo.width}" height="${logo.height}">` : ''
  return `<header><p>${image}<bdi>${escapeHtml(merchantNameOf(organization))}</bdi></p></header>`
}

/** The icon is a `data:` URL; the logo is our only image file. */
const imagesOf = (merchant: HostedPage['merchant']): string => {
  const logo = merchant?.organization.settings.logo
  return logo ? `data: ${ownPolicySource(merchant.publicUrl, `/logos/${logo.file}`)}` : 'data:'
}

const styleOf = (
  brand: string,
): string => `:root { color-scheme: light dark; --brand: ${brand}; --on-brand: ${textColorOn(brand)}; background: light-dark(#f6f6f3, #101216); color: light-dark(#15171c, #f3f4f6); font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; min-height: 100vh; min-height: 100dvh; display: flex; flex-direction: column; }
header { background: var(--brand); color: var(--on-brand); }
header p, main, footer { box-sizing: border-box; width: 100%; max-width: 34rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
header p { display: flex; align-items: center; gap: 0.75rem; font-weight: 600; }
header img { flex: none; width: auto; height: auto; max-width: 50%; max-height: 2.5rem; object-fit: contain; }
header bdi { min-width: 0; }
main { flex: 1 0 auto; padding-block: 1.5rem 2rem; }
h1 { font-size: 1.375rem; line-height: 1.25; margin: 0 0 0.75rem; overflow-wrap: anywhere; }
.hidden { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
h1, dt, label, button { hyphens: auto; hyphenate-limit-chars: 12 5 4; }
p { margin: 0 0 1rem; }
dl { margin: 1.5rem 0; border-bottom: 1px solid light-dark(#d9dbe0, #343945); }
dl div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; padding: 0.625rem 0; border-top: 1px solid light-dark(#d9dbe0, #343945); }
dt, footer { color: light-dark(#4b5160, #adb3c2); }
dd { margin: 0; white-space: pre-line; font-weight: 600; min-width: 0; overflow-wrap: anywhere; }
.prices dt::first-letter { text-transform: uppercase; }
label { display: block; font-weight: 600; margin: 0 0 0.25rem; }
input, textarea { box-sizing: border-box; width: 100%; min-height: 3rem; margin: 0 0 1rem; padding: 0.625rem 0.75rem; border: 1px solid light-dark(#767b88, #8b92a3); border-radius: 0.5rem; background: light-dark(#fff, #1a1d24); color: inherit; font: inherit; }
textarea { min-height: 6rem; resize: vertical; }
.check { display: flex; gap: 0.625rem; align-items: center; }
.check input { flex: none; width: 1.5rem; min-height: 1.5rem; height: 1.5rem; margin: 0; }
.check label { margin: 0; }
[aria-invalid] { border-color: light-dark(#b3261e, #f2b8b5); }
.fault, #fault { color: light-dark(#b3261e, #f2b8b5); }
button { box-sizing: border-box; width: 100%; min-height: 3rem; padding: 0.625rem 1.25rem; border: 1px solid transparent; border-radius: 0.5rem; background: var(--brand); color: var(--on-brand); font: inherit; font-weight: 600; cursor: pointer; overflow-wrap: anywhere; }
a { color: light-dark(#0b57d0, #a8c7fa); overflow-wrap: anywhere; }
:focus-visible { outline: 3px solid light-dark(#0b57d0, #a8c7fa); outline-offset: 2px; }
nav { margin: 1.5rem 0 0; text-align: center; }
footer { font-size: 0.8125rem; white-space: pre-line; }
footer p { margin: 0; }
billing-checkout::part(panel) { min-block-size: 0 !important; margin-block-end: 0 !important; }
@supports selector(:state(paid)) {
billing-checkout:not(:state(paid)) ~ nav .paid, billing-checkout:state(paid) ~ nav .unpaid { display: none; }
billing-portal:not(:state(signed-out), :state(expired)) ~ .signed-out { display: none; }
}
@media print { header { background: none; color: inherit; } nav, button { display: none; } }
@media (forced-colors: active) { button { border-color: ButtonText; } }`

const headersOf = (style: string, policy: HostedPage['policy'] = {}) =>
  htmlHeaders(
    {
      'default-src': "'none'",
      'style-src': ["'self'", inlinePolicySource(style)].join(' '),
      'form-action': "'none'",
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
      'require-trusted-types-for': "'script'",
      'trusted-types': "'none'",
      ...policy,
    },
    {
      'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
      'Cross-Origin-Resource-Policy': 'same-origin',
      // With `no-referrer`, browsers would send `Origin: null` with our own forms, and `isSameOrigin` would refuse them.
      'Referrer-Policy': 'same-origin',
      'X-Robots-Tag': 'noindex',
    },
  )
