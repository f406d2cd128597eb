/** What the sandbox's ribbon says before it is opened, and above its cards. */
export interface RibbonWords {
  readonly mode: string
  readonly note: string
}

/** By language; developers who read none of these read English. */
export const ribbonWords: { readonly en: RibbonWords } & Readonly<Record<string, RibbonWords>> = {
  en: { mode: 'Test mode', note: 'No real money moves. Choose a card to fill it in.' },
  de: { mode: 'Testmodus', note: 'Es fließt kein echtes Geld. Eine Karte auswählen, um sie einzutragen.' },
  ja: { mode: 'テストモード', note: '実際の請求は行われません。カードを選ぶと入力されます。' },
  ar: { mode: 'وضع الاختبار', note: 'لا تُحوَّل أموال حقيقية. اختر بطاقة لملء بياناتها.' },
}
