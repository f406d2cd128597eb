/** Selects the parts of the page that the shopper agrees to: the amount due, the disclosure with its checkbox, and the button. */
const agreedParts = '.amount, #disclosure, .consent label, .button'

/** The terms as the document displays them. They differ from our texts if a translator or an extension has changed them. */
export const displayedText = (root: ParentNode): string =>
  [...root.querySelectorAll(agreedParts)]
    .map(({ textContent }) => (textContent ?? '').replaceAll(/\s+/g, ' ').trim())
    .join('\n')

/** A text without whitespace and direction marks, for comparison. */
export const withoutSpacing = (text: string): string => text.replaceAll(/[\s\u200e\u200f\u2066-\u2069]+/g, '')
