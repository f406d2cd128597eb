import { FormDialog } from './parts/form-dialog.ts'
import { CustomerScreen } from './screens/customers/customer-screen.ts'
import { CustomersScreen } from './screens/customers/customers-screen.ts'
import { AuditScreen } from './screens/developers/audit-screen.ts'
import { EventsScreen } from './screens/developers/events-screen.ts'
import { KeysScreen } from './screens/developers/keys-screen.ts'
import { WebhooksScreen } from './screens/developers/webhooks-screen.ts'
import { DiscountScreen } from './screens/discounts/discount-screen.ts'
import { DiscountsScreen } from './screens/discounts/discounts-screen.ts'
import { HomeScreen } from './screens/home/home-screen.ts'
import { DisputesScreen } from './screens/payments/disputes-screen.ts'
import { PaymentScreen } from './screens/payments/payment-screen.ts'
import { PaymentsScreen } from './screens/payments/payments-screen.ts'
import { PlanScreen } from './screens/plans/plan-screen.ts'
import { PlansScreen } from './screens/plans/plans-screen.ts'
import { PricePreview } from './screens/plans/price-preview.ts'
import { AccountScreen } from './screens/settings/account-screen.ts'
import { ConnectionsScreen } from './screens/settings/connections-screen.ts'
import { SettingsScreen } from './screens/settings/settings-screen.ts'
import { TeamScreen } from './screens/settings/team-screen.ts'
import { SubscriptionScreen } from './screens/subscriptions/subscription-screen.ts'
import { SubscriptionsScreen } from './screens/subscriptions/subscriptions-screen.ts'
import { BillingDashboard } from './shell/billing-dashboard.ts'
import { CallbackView } from './shell/callback-view.ts'
import { SandboxClock } from './shell/sandbox-clock.ts'
import { SignInView } from './shell/sign-in-view.ts'

// The screens are defined first, because `<billing-dashboard>` is already in the page and draws as soon as it is defined.
const elements = {
  'form-dialog': FormDialog,
  'sandbox-clock': SandboxClock,
  'sign-in-view': SignInView,
  'callback-view': CallbackView,
  'home-screen': HomeScreen,
  'disputes-screen': DisputesScreen,
  'payments-screen': PaymentsScreen,
  'payment-screen': PaymentScreen,
  'customers-screen': CustomersScreen,
  'customer-screen': CustomerScreen,
  'subscriptions-screen': SubscriptionsScreen,
  'subscription-screen': SubscriptionScreen,
  'settings-screen': SettingsScreen,
  'team-screen': TeamScreen,
  'account-screen': AccountScreen,
  'connections-screen': ConnectionsScreen,
  'plans-screen': PlansScreen,
  'plan-screen': PlanScreen,
  'price-preview': PricePreview,
  'discounts-screen': DiscountsScreen,
  'discount-screen': DiscountScreen,
  'events-screen': EventsScreen,
  'keys-screen': KeysScreen,
  'webhooks-screen': WebhooksScreen,
  'audit-screen': AuditScreen,
  'billing-dashboard': BillingDashboard,
}
for (const [name, element] of Object.entries(elements)) customElements.define(name, element)
