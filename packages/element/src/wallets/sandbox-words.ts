/** What the sandbox's sheet says. */
export interface SandboxWords {
  /** Its title, after the wallet's name. */
  readonly sandbox: string
  readonly pay: string
  readonly decline: string
  readonly close: string
  readonly note: string
}

/** By language; developers who read none of these read English. */
export const sandboxWords: { readonly en: SandboxWords } & Readonly<Record<string, SandboxWords>> = {
  en: {
    sandbox: 'sandbox',
    pay: 'Pay',
    decline: 'Pay, and be declined',
    close: 'Close',
    note: 'A test: no wallet is asked and no money moves.',
  },
  de: {
    sandbox: 'Sandbox',
    pay: 'Bezahlen',
    decline: 'Bezahlen und abgelehnt werden',
    close: 'Schließen',
    note: 'Ein Test: Keine Wallet wird gefragt und es fließt kein Geld.',
  },
  ja: {
    sandbox: 'サンドボックス',
    pay: '支払う',
    decline: '支払い、拒否される',
    close: '閉じる',
    note: 'これはテストです。実際のウォレットへの照会や請求は行われません。',
  },
  ar: {
    sandbox: 'بيئة تجريبية',
    pay: 'ادفع',
    decline: 'ادفع وليُرفض الدفع',
    close: 'إغلاق',
    note: 'هذا اختبار: لا تُسأل أي محفظة ولا تُحوَّل أي أموال.',
  },
}
