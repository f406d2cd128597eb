/** A card as pasted text: a number, month and year, and a security code, with any other characters between them. */
const whole = /^\D*(\d(?:[ -]?\d){11,18})\D+(\d\d?) ?[/.-] ?(\d{4}|\d\d)\D+(\d{3,4})\D*$/

/** Reads a card from a text with number, date and code in ASCII digits; null for any other text. A separate chunk without imports. */
export const readCard = (
  text: string,
): { readonly number: string; readonly expiry: string; readonly cvc: string } | null => {
  const [, number = '', month, year, cvc] = whole.exec(text) ?? []
  return cvc ? { number: number.replaceAll(/\D/g, ''), expiry: `${month}/${year}`, cvc } : null
}
