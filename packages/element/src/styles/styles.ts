import { formStyles } from './form-styles.ts'
import { layoutStyles } from './layout-styles.ts'
import { roomStyles } from './room-styles.ts'
import { motionStyles } from './motion-styles.ts'
import { skeletonStyles } from './skeleton-styles.ts'
import { summaryStyles } from './summary-styles.ts'
import { frameTokens } from './frame-tokens.ts'
import { declareTokens } from './declare-tokens.ts'
import { firstTokens } from './first-tokens.ts'
import { widthStyles } from './width-styles.ts'

const worn = `.base{--_worn:${frameTokens.map((name) => `var(--_${name})`).join(' ')}}`

const text = [
  declareTokens(':host', firstTokens),
  worn,
  roomStyles.replaceAll(':room', '.panel:has(.card:not([hidden]))'),
  widthStyles,
  layoutStyles,
  summaryStyles,
  formStyles,
  skeletonStyles,
  motionStyles,
].join('')

let sheet: CSSStyleSheet | undefined

/**
 * Everything that elements wear, shared by all of them; constructable, so that no host policy needs `unsafe-inline`. It is
 * made for the first of them, because there is nothing to make it with where there is no browser.
 */
export const elementSheet = (): CSSStyleSheet => {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
  }
  return sheet
}
