import type { Portal } from '@billing-checkout/contract'
import type { Texts } from '../../messages/texts.ts'
import type {
  PortalCheckoutPurpose,
  PortalState,
  PortalSubscription,
  PortalTask,
  WantedPlan,
} from '../state/portal-state.ts'

/** Callbacks for the customer's actions. */
export interface PortalHandlers {
  readonly open: (task: PortalTask | null) => void
  readonly cancel: (id: string, event: SubmitEvent) => void
  readonly resume: (id: string) => void
  readonly undo: (id: string) => void
  readonly checkout: (purpose: PortalCheckoutPurpose, id: string, plan?: WantedPlan) => void
  readonly changeQuantity: (event: SubmitEvent, subscription: PortalSubscription) => void
  readonly choose: (method: string) => void
  readonly remove: (method: string) => void
  readonly saveDetails: (event: SubmitEvent) => void
  readonly changeEmail: (event: SubmitEvent) => void
  readonly signOut: () => void
  readonly retry: () => void
}

/** What every view of the account needs. */
export interface PortalViewInput {
  readonly portal: Portal
  readonly texts: Texts
  readonly state: PortalState
  readonly on: PortalHandlers
}

/** Whether the merchant offers a feature in the portal. */
export const isFeatureOffered = ({ portal }: PortalViewInput, feature: Portal['features'][number]): boolean =>
  portal.features.includes(feature)
