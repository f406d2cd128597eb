/**
 * Whether the whole text could be a card number: 12 to 19 digits that pass the Luhn check, possibly with spaces and
 * dashes between them.
 */
export const isCardNumber = (text: string): boolean =>
  /^\d(?:[ -]?\d){11,18}$/.test(text) && passesLuhn(text.replaceAll(/\D/g, ''))

const passesLuhn = (digits: string): boolean => {
  const sum = [...digits]
    .toReversed()
    .map((digit, index) => (index % 2 === 0 ? Number(digit) : Number('0246813579'.charAt(Number(digit)))))
    .reduce((total, digit) => total + digit, 0)
  return sum % 10 === 0
}
