// Everything that a processor's adapter needs: the port, and the contract's types in it.

export type {
  CardDetails,
  CheckResult,
  CurrencyCode,
  DeclineCode,
  DeviceWalletType,
  DisputeReason,
  DisputeStatus,
  NextActionType,
  PaymentMethodDetails,
  PaymentMethodType,
  PaymentTokenType,
  PaymentType,
  AccountType,
  ThreeDSecure,
} from '@billing-checkout/contract'
export type { Timestamp } from '@billing-checkout/domain'
export type * from './processors/adapter.ts'
export type * from './processors/processor.ts'
