/** What a shopper agrees to, in the order of the page: the amount due, the disclosure with the box below it, and the button. */
const agreedParts = '.amount, #disclosure, .consent label, .button'

/** The terms as the document shows them, which a translator or an extension may have changed. */
export const displayedText = (root: ParentNode): string =>
  [...root.querySelectorAll(agreedParts)]
    .map(({ textContent }) => (textContent ?? '').replaceAll(/\s+/g, ' ').trim())
    .join('\n')

/** A text without blanks and the marks of directions, which say nothing. */
export const plainly = (text: string): string => text.replaceAll(/[\s\u200e\u200f\u2066-\u2069]+/g, '')
