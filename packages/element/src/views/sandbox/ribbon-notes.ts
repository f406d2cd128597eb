/**
 * The text above the sandbox's test cards, in some languages; in others, developers get English. Only developers open the ribbon, and every
 * text costs bytes. The closed ribbon, however, says in every language that the page is a test, because shoppers may see it.
 */
export const ribbonNotes: { readonly en: string } & Readonly<Record<string, string>> = {
  en: 'No real money moves. Choose a card to fill it in.',
  de: 'Es fließt kein echtes Geld. Eine Karte auswählen, um sie einzutragen.',
  ja: '実際の請求は行われません。カードを選ぶと入力されます。',
  ar: 'لا تُحوَّل أموال حقيقية. اختر بطاقة لملء بياناتها.',
}
