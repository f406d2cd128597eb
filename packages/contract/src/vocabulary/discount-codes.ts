/** What the code of a discount is made of. */
export const discountCodePattern = /^[A-Za-z0-9_-]{3,50}$/
