const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6, 0xff10]

/** The digits of `text` in ASCII. Converts Arabic-Indic, Persian, Devanagari, Bengali and full-width digits; drops everything else. */
export const digitsOf = (text: string): string => {
  let digits = ''
  for (const character of text) digits += digitOf(character)
  return digits
}

const digitOf = (character: string): string => {
  if (character >= '0' && character <= '9') return character
  const code = character.codePointAt(0) ?? 0
  const zero = zeros.find((first) => code >= first && code < first + 10)
  return zero === undefined ? '' : String(code - zero)
}
