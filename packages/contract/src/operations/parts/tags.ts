/** The groups of operations with their descriptions. A group's name is the first segment of its operations' paths. */
export const tags: Readonly<Record<string, string>> = {
  customers: 'Customers: who buys, what they pay with, what they are subscribed to.',
  'payment-methods': 'Payment methods that customers have stored.',
  plans: 'Plans: what is sold, at which price.',
  'payment-links': 'Payment links: pages of ours on which any shopper buys a plan.',
  discounts: 'Discounts: what takes something off the price of plans, by a code or given by you.',
  'client-session': 'Client sessions: one checkout of one shopper each, opened by your backend.',
  checkout:
    'Checkouts: a client session as the shopper’s page sees it. The `<billing-checkout>` element calls these, but for the preview.',
  'portal-session': 'The customer portal: an hour in which a customer sees and changes what is theirs.',
  'card-keys': 'Public keys that cards are sealed with.',
  payments: 'Payments and their refunds.',
  consents: 'Consents: what shoppers agreed to, as it was shown to them.',
  disputes: 'Disputes: what payers’ banks take back, and what becomes of it.',
  subscriptions: 'Subscriptions: what is charged at every interval, until it is cancelled.',
  declarations: 'Declarations: contracts that consumers cancelled or withdrew from without signing in.',
  emails: 'Emails to customers, and what became of them.',
  events: 'Events: everything that changed, in order.',
  'webhook-endpoints': 'Webhook endpoints: addresses of yours to which events are sent.',
  'webhook-deliveries': 'Deliveries of events to webhook endpoints.',
  audit: 'The audit log: who wrote what.',
  sandbox: 'The billing clock of a sandbox, which can be moved.',
}
