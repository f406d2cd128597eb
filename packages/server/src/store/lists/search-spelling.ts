const signs = ' -_.@+:/'
const letters = 'JQWXYZKV'

/**
 * A lower-case text with its punctuation spelled as capital letters, as the database stores the texts of payments
 * (`spell_signs`). A trigram index knows only words, and ids and addresses consist of words that millions of rows share. Spelled
 * like this, a search text stays in one piece, and still contains exactly what it contained.
 */
export const encodeForTrigrams = (text: string): string =>
  text.replaceAll(/[-_.@+:/ ]/g, (sign) => letters.charAt(signs.indexOf(sign)))
