/**
 * Folds a text, so that names and email addresses can be compared and searched. Compatible characters become equal (NFKC), and so do upper
 * and lower case and both small sigmas; accents are composed (NFC). The result does not depend on a locale. The database has the same
 * function (`fold_text`), because PostgreSQL's `lower` differs from JavaScript's, and not every database has ICU collations. One character
 * of Unicode 17 differs between Node and PostgreSQL 18.
 */
export const foldText = (text: string): string => foldCase(text.normalize('NFKC'))

/** Folds only case and the composition of accents. Two email addresses that are equal after this are the same address. */
export const foldCase = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ').normalize('NFC')

/** Characters beyond ASCII in `from`, and at the same positions in `to` the characters that they fold to. */
export interface FoldedCharacters {
  readonly from: string
  readonly to: string
}

/**
 * All characters that fold to one other character, grouped by blocks of scripts. The database's functions are generated from these blocks.
 * A text rarely uses two blocks, so the database can skip most of them.
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

/** Western Latin, other Latin, Greek, Cyrillic, and all later characters. */
const blocks = [
  [0x80, 0xff],
  [0x1_00, 0x3_6f],
  [0x3_70, 0x3_ff],
  [0x4_00, 0x5_2f],
  [0x5_30, 0x10_ff_ff],
] as const
