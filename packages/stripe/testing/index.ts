export type { Books, Clocks } from './books.ts'
export type { FaultKind, HeldRequest, InjectedFaults } from './faults/injected-faults.ts'
export { type Notification, signNotification } from './faults/notifications.ts'
export { type FakeStripe, type FakeStripeOptions, startFakeStripe } from './start-fake-stripe.ts'
