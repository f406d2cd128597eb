import { type Html, html } from '../html.ts'
import { directionOf, languages } from '../languages/languages.ts'
import { inboxOf } from '../inbox.ts'
import type { Page } from './page.ts'
import type { Shop } from '../shop.ts'
import type { Visit } from '../visit.ts'
import { kettleMark } from './art.ts'

/** The whole HTML document of a page. */
export const layout = (
  visit: Visit,
  page: Page,
  { billingUrl, inboxUrl }: Pick<Shop, 'billingUrl' | 'inboxUrl'>,
): Html => {
  const { words, language, nonce, shopper } = visit
  const inbox = shopper && inboxOf(inboxUrl, shopper.email)
  return html`<!doctype html>
    <html lang="${language}" dir="${directionOf(language)}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${page.title} · Nine Kettles</title>
        <link rel="icon" href="${icon}" />
        ${styleSheets.map((name) => html`<link rel="stylesheet" nonce="${nonce}" href="/${name}.css" />`)}
        ${page.element && html`<script type="module" nonce="${nonce}" src="${billingUrl}/${page.element}.js"></script>`}
        <script type="module" nonce="${nonce}" src="/shop.js"></script>
      </head>
      <body>
        <a class="skip" href="#content">${words.skip}</a>
        <aside class="demo">${words.demo} <bdi class="card-number" dir="ltr">4242 4242 4242 4242</bdi></aside>
        <header class="top">
          <a class="brand" href="/">${kettleMark}<span>Nine Kettles</span></a>
          <nav class="main" aria-label="${words.nav.label}">
            <a href="/#teas">${words.nav.teas}</a>
            <a href="/account">${words.nav.account}</a>
            ${inbox && html`<a href="${inbox}" target="_blank" rel="noopener">${words.nav.inbox}</a>`}
            <a href="/orders">${words.nav.orders}</a>
          </nav>
        </header>
        <main id="content">${page.body}</main>
        <footer class="foot">
          <nav class="languages" aria-label="${words.nav.language}">
            ${languages.map(
              ({ code, name }) =>
                html`<a
                  href="?lang=${code}"
                  lang="${code}"
                  hreflang="${code}"
                  ${code === language && html` aria-current="true"`}
                  >${name}</a
                > `,
            )}
          </nav>
          <p><a href="/small-print">${words.print.title}</a> · <a href="${billingUrl}/docs">API</a></p>
        </footer>
      </body>
    </html> `
}

const styleSheets = ['shop', 'front', 'checkout', 'office', 'time']

const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#2d5a45"/><path d="M9 14h13v6a6 6 0 0 1-6 6h-1a6 6 0 0 1-6-6zM22 15.500h1.500a3 3 0 0 1 0 6H22M9 17l-4-4M11 14a4.500 4.500 0 0 1 9 0M15.500 6v3" fill="#f4b942" stroke="#fbf6ea" stroke-width="1.800" stroke-linecap="round" stroke-linejoin="round"/></svg>',
)}`
