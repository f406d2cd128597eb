import { signInPath } from '../../billing/links/our-pages.ts'
import { escapeHtml } from '../../presenters/languages/escape-html.ts'
import type { ElementManifest } from '../assets/assets.ts'
import { type FormPage, hiddenFields, merchantDocument, type MerchantPage } from '../hosted/hosted-document.ts'
import { pageWordsIn } from '../languages/page-words.ts'
import { browserField } from './portal-cookie.ts'

/** The page of a link into the portal. Only its button opens the session, because mail scanners open every link. */
export const openPortalPage = (page: FormPage) => {
  const { say } = pageWordsIn(page.locale)
  return merchantDocument(
    page,
    `<h1>${say('portal.title')}</h1>
<form method="post">${hiddenFields({ token: page.token })}${browserField()}<button>${say('portal.action')}</button></form>`,
  )
}

/** The parts from which the page around the portal's element is built. */
export interface PortalPage extends MerchantPage {
  readonly clientToken: string
  /** The session that the page shows. The page's `renew-url` names this session, so that another session's cookie cannot renew it. */
  readonly sessionId: string
  readonly manifest: Pick<ElementManifest, 'versioned_script'> & Required<Pick<ElementManifest, 'portal'>>
  /** The card frame's own origin; null if it shares the server's. */
  readonly frameOrigin: string | null
  /** Whether customers can sign in by email. */
  readonly canSignIn: boolean
}

/** The page around the portal's element. It allows the scripts of portal and checkout, the card frame and our confirmation pages. */
export const portalPage = (page: PortalPage) => {
  const { organization, locale, publicUrl, clientToken, sessionId, manifest, frameOrigin, canSignIn } = page
  const words = pageWordsIn(locale)
  const script = `/${manifest.portal.versioned_script}`
  const body = `<h1 class="hidden">${words.say('portal.title')}</h1>
<noscript><p>${words.say('portal.script')}</p></noscript>
<billing-portal client-token="${escapeHtml(clientToken)}" renew-url="/portal/token?session=${encodeURIComponent(sessionId)}" locale="${escapeHtml(locale)}"${
    frameOrigin === null ? '' : ` frame-origin="${escapeHtml(frameOrigin)}"`
  }></billing-portal>${
    canSignIn
      ? `\n<nav class="signed-out"><a href="${escapeHtml(signInPath(organization.id))}">${words.say('signin.title')}</a></nav>`
      : ''
  }`
  return merchantDocument(page, body, {
    head: `<link rel="stylesheet" href="/presets/placeholder.css">
<script type="module" crossorigin src="${escapeHtml(script)}" integrity="${escapeHtml(manifest.portal.integrity)}"></script>
`,
    policy: {
      'script-src': `${publicUrl}${script} ${publicUrl}/${manifest.versioned_script} ${publicUrl}/assets/`,
      'connect-src': publicUrl,
      'frame-src': `${frameOrigin ?? publicUrl}/frame/ ${publicUrl}/actions/`,
      // Portal and checkout are separate scripts, and the copy of Lit in each creates this policy.
      'trusted-types': `lit-html 'allow-duplicates'`,
    },
  })
}
