import { signInPath } from '../../billing/links/our-pages.ts'
import type { Organization } from '../../organization/organization.ts'
import { escapeHtml } from '../../presenters/languages/escape-html.ts'
import type { ElementManifest } from '../assets/assets.ts'
import { wordsIn } from '../languages/page-words.ts'
import { hostedDocument, nameOf } from '../hosted/hosted-document.ts'
import { browserField } from './portal-cookie.ts'

/** What the portal's pages are built from. */
interface PortalPage {
  readonly organization: Organization
  readonly locale: string
  readonly publicUrl: string
}

/** The page of a link into the portal. Only its button opens the session, because mail scanners open every link. */
export const openPortalPage = ({ organization, locale, publicUrl, token }: PortalPage & { readonly token: string }) => {
  const words = wordsIn(locale)
  return hostedDocument({
    words,
    title: nameOf(organization),
    merchant: { organization, publicUrl },
    body: `<h1>${words.say('portal.title')}</h1>
<form method="post"><input type="hidden" name="token" value="${escapeHtml(token)}">${browserField()}<button>${words.say('portal.action')}</button></form>`,
    policy: { 'form-action': "'self'" },
  })
}

/** What the page with the portal itself needs in addition. */
export interface ShownPortal extends PortalPage {
  readonly clientToken: string
  /** The session that the page shows, so that the cookie of another session does not renew it. */
  readonly sessionId: string
  readonly manifest: Pick<ElementManifest, 'versioned_script'> & Required<Pick<ElementManifest, 'portal'>>
  /** The card frame's own origin; null if it shares the server's. */
  readonly frameOrigin: string | null
  /** Whether customers can sign in by email. */
  readonly canSignIn: boolean
}

/** The page around the portal's element. It allows the scripts of portal and checkout, the card frame and our confirmation pages. */
export const portalPage = (page: ShownPortal) => {
  const { organization, locale, publicUrl, clientToken, sessionId, manifest, frameOrigin, canSignIn } = page
  const words = wordsIn(locale)
  const script = `/${manifest.portal.versioned_script}`
  return hostedDocument({
    words,
    title: nameOf(organization),
    merchant: { organization, publicUrl },
    head: `<link rel="stylesheet" href="/presets/placeholder.css">
<script type="module" crossorigin src="${escapeHtml(script)}" integrity="${escapeHtml(manifest.portal.integrity)}"></script>
`,
    body: `<h1 class="hidden">${words.say('portal.title')}</h1>
<noscript><p>${words.say('portal.script')}</p></noscript>
<billing-portal client-token="${escapeHtml(clientToken)}" renew-url="/portal/token?session=${encodeURIComponent(sessionId)}" locale="${escapeHtml(locale)}"${
      frameOrigin === null ? '' : ` frame-origin="${escapeHtml(frameOrigin)}"`
    }></billing-portal>${
      canSignIn
        ? `\n<nav class="signed-out"><a href="${escapeHtml(signInPath(organization.id))}">${words.say('signin.title')}</a></nav>`
        : ''
    }`,
    policy: {
      'script-src': `${publicUrl}${script} ${publicUrl}/${manifest.versioned_script} ${publicUrl}/assets/`,
      'connect-src': publicUrl,
      'frame-src': `${frameOrigin ?? publicUrl}/frame/ ${publicUrl}/actions/`,
      // Portal and checkout are separate scripts, and the copy of Lit in each creates this policy.
      'trusted-types': `lit-html 'allow-duplicates'`,
    },
  })
}
