const signs = ' -_.@+:/'
const letters = 'JQWXYZKV'

/**
 * A lower-case text with its signs spelled as capital letters, as the database keeps the texts of payments (`spell_signs`).
 * A trigram index knows only words, and ids and addresses fall apart into words that millions of rows share; spelled, what is
 * looked for stays in one piece, and still contains exactly what it contained.
 */
export const spelled = (text: string): string => text.replaceAll(/[-_.@+:/ ]/g, (sign) => letters[signs.indexOf(sign)]!)
