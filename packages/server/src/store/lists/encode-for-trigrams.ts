/**
 * Spells the punctuation of a lower-case text as capital letters, as the database stores the search texts of payments (`spell_signs`). A
 * trigram index splits texts at punctuation into words, and ids and addresses consist of words that millions of rows share. With this
 * spelling, a search text stays one word, and matches exactly the texts that contain it.
 */
export const encodeForTrigrams = (text: string): string =>
  text.replaceAll(/[-_.@+:/ ]/g, (sign) => letters.charAt(signs.indexOf(sign)))

const signs = ' -_.@+:/'
const letters = 'JQWXYZKV'
