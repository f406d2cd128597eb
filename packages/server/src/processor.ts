// What an adapter of a processor needs, and nothing else: the port, and the words of the contract that it speaks in.

export type {
  CheckResult,
  CurrencyCode,
  DeclineCode,
  DeviceWalletType,
  NextActionType,
  PaymentMethodDetails,
  PaymentMethodType,
  PaymentTokenType,
  PaymentType,
  AccountType,
  ThreeDSecure,
} from '@billing-checkout/contract'
export type { Timestamp } from '@billing-checkout/domain'
export type {
  AuthenticationWish,
  AuthorizeRequest,
  CaptureRequest,
  ChargedMethod,
  EarlierPayment,
  FinalOutcome,
  KnownCall,
  LearntMethod,
  ListedTransaction,
  Prepared,
  Processor,
  ProcessorFacts,
  ProcessorOutcome,
  RefundNews,
  RefundRequest,
  Settlement,
  ShopperAction,
  TransactionPage,
  TwoSteps,
  TypedCard,
  VoidRequest,
} from './processors/processor.ts'
