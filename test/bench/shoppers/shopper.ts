/** The network address of a shopper. */
export const addressOf = (shopper: number): string => `198.18.${Math.floor(shopper / 256) % 256}.${shopper % 256}`

/** A shopper's card number, with a valid check digit. */
export const cardOf = (shopper: number): string => {
  const digits = `424242${String(shopper).padStart(9, '0')}`
  const sum = [...digits].reduce((total, digit, place) => {
    const doubled = place % 2 === 0 ? Number(digit) * 2 : Number(digit)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}
