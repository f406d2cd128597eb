// Formats the typed text, says whether it is complete, and returns Stripe's codes for its faults.

const brands = [
  ['amex', /^3[47]/, 15],
  ['diners', /^3(0[0-5]|[689])/, 14],
  ['discover', /^(6011|64[4-9]|65)/, 16],
  ['jcb', /^35/, 16],
  ['unionpay', /^62/, 16],
  ['visa', /^4/, 16],
  ['mastercard', /^(5[1-5]|2[2-7])/, 16],
]

const digitsOf = (text) => text.replaceAll(/\D/g, '')
const brandOf = (digits) => brands.find(([, pattern]) => pattern.test(digits)) ?? ['unknown', /^/, 16]

/** The typed text as the field shows it. */
export const shown = (type, text) => {
  const digits = digitsOf(text)
  if (type === 'cardNumber') {
    const [brand, , length] = brandOf(digits)
    const groups =
      brand === 'amex' || brand === 'diners' ? /^(\d{4})(\d{0,6})(\d*)$/ : /^(\d{4})(\d{0,4})(\d{0,4})(\d*)$/
    const [, ...parts] = groups.exec(digits.slice(0, length)) ?? ['', digits]
    return parts.filter((part) => part !== '').join(' ')
  }
  if (type === 'cardCvc') return digits.slice(0, 4)
  const month = /^[2-9]/.test(digits) ? `0${digits}` : digits
  return month.length > 2 ? `${month.slice(0, 2)} / ${month.slice(2, 4)}` : month
}

/**
 * The state of a field: its value, whether it is complete, and its error. An incomplete value is an error only after the
 * shopper leaves the field.
 */
export const judge = (type, text, { brand, isLeft, now }) => {
  const digits = digitsOf(text)
  const empty = digits === ''
  const state = { cardNumber: judgeNumber, cardExpiry: judgeExpiry, cardCvc: judgeCvc }[type](digits, { brand, now })
  const { isOver, ...more } = state
  const error = empty ? undefined : (more.error ?? (isOver || !isLeft ? undefined : missing[type]))
  return { empty, complete: isOver && more.error === undefined, value: digits, ...more, error }
}

const missing = {
  cardNumber: { type: 'validation_error', code: 'incomplete_number', message: 'Your card number is incomplete.' },
  cardExpiry: {
    type: 'validation_error',
    code: 'incomplete_expiry',
    message: "Your card's expiration date is incomplete.",
  },
  cardCvc: { type: 'validation_error', code: 'incomplete_cvc', message: "Your card's security code is incomplete." },
}

const judgeNumber = (digits) => {
  const [brand, , length] = brandOf(digits)
  const isOver = digits.length >= length
  const error =
    isOver && !passesLuhn(digits)
      ? { type: 'validation_error', code: 'invalid_number', message: 'Your card number is invalid.' }
      : undefined
  return { brand, isOver, error }
}

const judgeExpiry = (digits, { now }) => {
  const padded = /^[2-9]/.test(digits) ? `0${digits}` : digits
  const [month, year] = [Number(padded.slice(0, 2)), 2000 + Number(padded.slice(2, 4))]
  const isOver = padded.length >= 4 && month >= 1 && month <= 12
  const value = `${padded.slice(0, 2)}/${padded.slice(2, 4)}`
  if (!isOver) return { isOver, value }
  const [nowYear, nowMonth] = [now.getFullYear(), now.getMonth() + 1]
  const past = (code, message) => ({ isOver, value, error: { type: 'validation_error', code, message } })
  if (year < nowYear) return past('invalid_expiry_year_past', "Your card's expiration year is in the past.")
  if (year === nowYear && month < nowMonth)
    return past('invalid_expiry_month_past', "Your card's expiration date is in the past.")
  return { isOver, value }
}

const judgeCvc = (digits, { brand }) => ({
  isOver: brand === 'amex' ? digits.length === 4 : brand === 'unknown' ? digits.length >= 3 : digits.length === 3,
})

const passesLuhn = (digits) =>
  [...digits].toReversed().reduce((sum, digit, place) => {
    const doubled = Number(digit) * (place % 2 === 0 ? 1 : 2)
    return sum + (doubled > 9 ? doubled - 9 : doubled)
  }, 0) %
    10 ===
  0
