/**
 * What stands above the sandbox's test cards, by language; developers who read none of these read English. Every word costs bytes, and
 * only developers open the ribbon. That the page is a test is said in every language, because shoppers may see it.
 */
export const ribbonNotes: { readonly en: string } & Readonly<Record<string, string>> = {
  en: 'No real money moves. Choose a card to fill it in.',
  de: 'Es fließt kein echtes Geld. Eine Karte auswählen, um sie einzutragen.',
  ja: '実際の請求は行われません。カードを選ぶと入力されます。',
  ar: 'لا تُحوَّل أموال حقيقية. اختر بطاقة لملء بياناتها.',
}
