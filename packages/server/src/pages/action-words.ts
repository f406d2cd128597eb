import type { InLanguages } from './in-language.ts'

/** What the pages around an issuer's or a wallet's own say. */
export interface ActionWords {
  readonly confirm: string
  readonly bank: string
  readonly thanks: string
  readonly goBack: string
  readonly nothing: string
}

/** By language. */
export const actionWords: InLanguages<ActionWords> = {
  en: {
    confirm: 'Confirm your payment',
    bank: 'Your bank',
    thanks: 'Thank you',
    goBack: 'You can go back to the shop now.',
    nothing: 'There is nothing to confirm here.',
  },
  de: {
    confirm: 'Bestätigen Sie Ihre Zahlung',
    bank: 'Ihre Bank',
    thanks: 'Vielen Dank',
    goBack: 'Sie können jetzt zum Shop zurückkehren.',
    nothing: 'Hier gibt es nichts zu bestätigen.',
  },
  ja: {
    confirm: 'お支払いの確認',
    bank: 'お客様の銀行',
    thanks: 'ありがとうございました',
    goBack: 'ショップにお戻りください。',
    nothing: '確認が必要な項目はありません。',
  },
  ar: {
    confirm: 'تأكيد الدفع',
    bank: 'البنك الذي تتعامل معه',
    thanks: 'شكرًا لك',
    goBack: 'يمكنك الآن العودة إلى المتجر.',
    nothing: 'لا يوجد هنا ما يستدعي التأكيد.',
  },
}
