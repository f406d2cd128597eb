import type { TestCardOutcome } from '../card-frame/test-cards.ts'

/** What the sandbox's ribbon says. */
export interface RibbonWords {
  readonly mode: string
  readonly note: string
  readonly outcomes: Readonly<Record<TestCardOutcome, string>>
}

/** By language; developers who read none of these read English. */
export const ribbonWords: { readonly en: RibbonWords } & Readonly<Record<string, RibbonWords>> = {
  en: {
    mode: 'Test mode',
    note: 'No real money moves. Choose a card to fill it in.',
    outcomes: {
      approved: 'Payment succeeds',
      insufficient_funds: 'Not enough funds',
      declined: 'Card declined',
      challenge: 'Confirmation by the bank',
      unknown: 'Answer arrives late',
    },
  },
  de: {
    mode: 'Testmodus',
    note: 'Es fließt kein echtes Geld. Eine Karte auswählen, um sie einzutragen.',
    outcomes: {
      approved: 'Zahlung gelingt',
      insufficient_funds: 'Nicht genug Deckung',
      declined: 'Karte abgelehnt',
      challenge: 'Bestätigung durch die Bank',
      unknown: 'Antwort kommt spät',
    },
  },
  ja: {
    mode: 'テストモード',
    note: '実際の請求は行われません。カードを選ぶと入力されます。',
    outcomes: {
      approved: '支払いが成功',
      insufficient_funds: '残高不足',
      declined: 'カードが拒否',
      challenge: '銀行による確認',
      unknown: '応答が遅延',
    },
  },
  ar: {
    mode: 'وضع الاختبار',
    note: 'لا تُحوَّل أموال حقيقية. اختر بطاقة لملء بياناتها.',
    outcomes: {
      approved: 'ينجح الدفع',
      insufficient_funds: 'الرصيد غير كافٍ',
      declined: 'تُرفض البطاقة',
      challenge: 'تأكيد من البنك',
      unknown: 'يتأخر الرد',
    },
  },
}
