import type { InLanguages } from '../../pages/in-language.ts'
import type { ConfirmationAnswer } from './confirmations.ts'

/** What the sandbox's bank and wallets say. `{sum}` and `{last4}` are filled in. */
export interface ConfirmationWords {
  readonly bank: string
  /** The title of a wallet's page; `{name}` is filled in. */
  readonly wallet: string
  readonly confirm: string
  readonly confirmIdentity: string
  readonly chargedLater: string
  readonly nothingNow: string
  readonly bankAnswers: Readonly<Record<ConfirmationAnswer, string>>
  readonly walletAnswers: Readonly<Record<ConfirmationAnswer, string>>
  readonly test: string
  readonly nothing: string
}

/** By language. */
export const confirmationWords: InLanguages<ConfirmationWords> = {
  en: {
    bank: 'Sandbox bank',
    wallet: '{name} sandbox',
    confirm: 'Confirm {sum} with your card ending in {last4}.',
    confirmIdentity: 'Confirm that it is you with your card ending in {last4}.',
    chargedLater: 'Let this shop charge your account later.',
    nothingNow: 'Nothing is charged now.',
    bankAnswers: { passed: 'Confirm', failed: 'Fail the check', cancelled: 'Cancel' },
    walletAnswers: { passed: 'Approve', failed: 'Decline', cancelled: 'Cancel' },
    test: 'A test: nobody is asked and no money moves.',
    nothing: 'There is nothing to confirm here.',
  },
  de: {
    bank: 'Sandbox-Bank',
    wallet: '{name} (Sandbox)',
    confirm: 'Bestätigen Sie {sum} mit Ihrer Karte, die auf {last4} endet.',
    confirmIdentity: 'Bestätigen Sie mit Ihrer Karte, die auf {last4} endet, dass Sie es sind.',
    chargedLater: 'Erlauben Sie diesem Shop, Ihr Konto später zu belasten.',
    nothingNow: 'Jetzt wird nichts abgebucht.',
    bankAnswers: { passed: 'Bestätigen', failed: 'Prüfung nicht bestehen', cancelled: 'Abbrechen' },
    walletAnswers: { passed: 'Zustimmen', failed: 'Ablehnen', cancelled: 'Abbrechen' },
    test: 'Ein Test: Niemand wird gefragt und es fließt kein Geld.',
    nothing: 'Hier gibt es nichts zu bestätigen.',
  },
  ja: {
    bank: 'サンドボックス銀行',
    wallet: '{name}（サンドボックス）',
    confirm: '末尾が{last4}のカードでの{sum}のお支払いを確認してください。',
    confirmIdentity: '末尾が{last4}のカードのご本人であることを確認してください。',
    chargedLater: 'このショップが今後お客様のアカウントに請求することを許可します。',
    nothingNow: '今は請求されません。',
    bankAnswers: { passed: '確認する', failed: '認証に失敗する', cancelled: 'キャンセル' },
    walletAnswers: { passed: '承認する', failed: '拒否する', cancelled: 'キャンセル' },
    test: 'これはテストです。実際の照会や請求は行われません。',
    nothing: '確認が必要な項目はありません。',
  },
  ar: {
    bank: 'بنك تجريبي',
    wallet: '{name} (بيئة تجريبية)',
    confirm: 'أكّد دفع {sum} ببطاقتك المنتهية بالأرقام {last4}.',
    confirmIdentity: 'أكّد هويتك ببطاقتك المنتهية بالأرقام {last4}.',
    chargedLater: 'اسمح لهذا المتجر بالخصم من حسابك لاحقًا.',
    nothingNow: 'لن يُخصم أي مبلغ الآن.',
    bankAnswers: { passed: 'تأكيد', failed: 'إفشال التحقق', cancelled: 'إلغاء' },
    walletAnswers: { passed: 'موافقة', failed: 'رفض', cancelled: 'إلغاء' },
    test: 'هذا اختبار: لا يُسأل أحد ولا تُحوَّل أي أموال.',
    nothing: 'لا يوجد هنا ما يستدعي التأكيد.',
  },
}
