/**
 * Symbols that several currencies use in some locale of CLDR, each with the one currency that keeps the plain symbol here: the
 * one that has it in international English. If there is none (a krona is not a krone), no currency keeps it. An amount with another
 * currency's symbol would show the wrong price. Spelled as `bare` spells them.
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
  // Cape Verde writes its symbol as the decimal sign and leaves an invisible one next to the number.
  ['', undefined],
])

/** Whether a symbol means this currency whatever the locale: `A$` or `€`, but `$` for the US dollar only. */
export const isUnambiguousSymbol = (symbol: string, currency: string): boolean =>
  !sharedSymbols.has(bare(symbol)) || sharedSymbols.get(bare(symbol)) === currency

/**
 * A symbol as the eye sees it: one width, no gaps, dots or invisible marks, no capitals (`F CFA` equals `FCFA`, `kr.` equals
 * `kr`).
 */
const bare = (symbol: string): string =>
  symbol
    .normalize('NFKC')
    .replaceAll(/[\s.\p{Cf}]/gu, '')
    .toLowerCase()
