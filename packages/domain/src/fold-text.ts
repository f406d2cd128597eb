/**
 * A text as names and e-mail addresses are compared and searched: compatible characters are one (NFKC), case does not count, the two
 * small sigmas are one, and accents are composed (NFC). No locale decides anything. The database folds the same way
 * (`fold_text`), whatever its locale is. PostgreSQL's `lower` differs from JavaScript's, and not every database has ICU collations. One
 * character of Unicode 17 differs between Node and PostgreSQL 18.
 */
export const foldText = (text: string): string => foldCase(text.normalize('NFKC'))

/** A text of which only case and the composition of accents do not count: the same address, however it is written in capitals. */
export const foldCase = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ').normalize('NFC')

/** Characters beyond ASCII and the one character that each folds to, in the same order. */
export interface FoldedCharacters {
  readonly from: string
  readonly to: string
}

/**
 * All characters that fold to one other character, by the blocks in which texts have them: what the database's functions are made of.
 * A text rarely has characters of two blocks, so most of them need not be looked for.
 */
export const foldedCharacters = (): readonly FoldedCharacters[] =>
  blocks.map(([first, last]) => {
    let from = ''
    let to = ''
    for (let code = first; code <= last; code++) {
      if (code >= 0xd8_00 && code <= 0xdf_ff) continue
      const character = String.fromCodePoint(code)
      const folded = character.toLowerCase().replaceAll('ς', 'σ')
      if (folded === character || [...folded].length !== 1) continue
      from += character
      to += folded
    }
    return { from, to }
  })

/** Western Latin, other Latin, Greek, Cyrillic, and everything after them. */
const blocks = [
  [0x80, 0xff],
  [0x1_00, 0x3_6f],
  [0x3_70, 0x3_ff],
  [0x4_00, 0x5_2f],
  [0x5_30, 0x10_ff_ff],
] as const
