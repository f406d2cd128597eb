/**
 * Symbols that several currencies share in some locale of CLDR. For each, the one currency that may use the plain symbol here: the currency
 * that has it in international English. If there is none, no currency may use the symbol (`kr` may be a krona or a krone), because it could
 * suggest the wrong price. Keys are in the form that `bare` returns.
 */
const sharedSymbols: ReadonlyMap<string, string | undefined> = new Map([
  ['$', 'USD'],
  ['£', 'GBP'],
  ['¥', 'JPY'],
  ['br', undefined],
  ['c$', undefined],
  ['cf', undefined],
  ['fcfa', undefined],
  ['k', undefined],
  ['kr', undefined],
  ['l', undefined],
  ['rf', undefined],
  ['rs', undefined],
  ['сом', undefined],
  // Cape Verde uses its symbol as the decimal sign and puts an invisible symbol next to the number.
  ['', undefined],
])

/** Whether a symbol means only this currency in every locale: true for `A$` and `€`; for `$`, true only for the US dollar. */
export const isUnambiguousSymbol = (symbol: string, currency: string): boolean =>
  !sharedSymbols.has(bare(symbol)) || sharedSymbols.get(bare(symbol)) === currency

/**
 * A symbol as a reader sees it: width and case are normalized; gaps, dots and invisible marks are removed (`F CFA` equals `FCFA`, `kr.`
 * equals `kr`).
 */
const bare = (symbol: string): string =>
  symbol
    .normalize('NFKC')
    .replaceAll(/[\s.\p{Cf}]/gu, '')
    .toLowerCase()
