/** A card as text: a number, a date of month and year, and a security code, with whatever stands between them. */
const whole = /^\D*(\d(?:[ -]?\d){11,18})\D+(\d\d?) ?[/.-] ?(\d{4}|\d\d)\D+(\d{3,4})\D*$/

/** The card that a text holds with its date and code, or null; its digits are ASCII. A chunk of its own that imports nothing. */
export const readCard = (
  text: string,
): { readonly number: string; readonly expiry: string; readonly cvc: string } | null => {
  const [, number = '', month, year, cvc] = whole.exec(text) ?? []
  return cvc ? { number: number.replaceAll(/\D/g, ''), expiry: `${month}/${year}`, cvc } : null
}
