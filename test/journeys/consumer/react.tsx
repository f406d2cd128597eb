import type { BillingCheckout as BillingCheckoutElement, BillingPaidEvent } from '@billing-checkout/element'
import { BillingCheckout } from '@billing-checkout/element/react'
import type { BillingPortal as BillingPortalElement } from '@billing-checkout/element/portal'
import { BillingPortal } from '@billing-checkout/element/portal/react'
import { createRef } from 'react'

// Code that a merchant with React might write. It is compiled against the sources and, in published-packages.test.ts, against the package.

const where = { sessionId: 'de94db6c-55af-493d-8b35-80b26b7ba50a', server: 'https://billing.example' }

/** A reference to the element, for its methods. */
export const element = createRef<BillingCheckoutElement>()

/** Properties, handlers and content of the wrapper. */
export const checkout = (
  <BillingCheckout
    ref={element}
    {...where}
    locale="fr-CH"
    theme="dark"
    preview={null}
    className="wide"
    onBillingReady={({ purpose, phase }) => [purpose satisfies string | null, phase satisfies string]}
    onBillingChange={({ complete, brand, savedMethod, wallet }) => [complete, brand, savedMethod, wallet]}
    onBillingPaid={(event: BillingPaidEvent) => event.payment?.amount}
    onBillingDeclined={({ payment }) => payment.status_reason}
    onBillingRefused={({ code, message, request_id, final }) => [code, message, request_id, final]}
    onBillingFocus={(event) => event.type}
    onBillingBlur={(event) => event.type}
    onBillingExpired={(event) => event.preventDefault()}
    onBillingError={({ code, message, request_id }) => [code.toUpperCase(), message, request_id]}
  >
    <p slot="footer">Questions? Write to us.</p>
  </BillingCheckout>
)

/** Code that must not compile. */
export const mistakes = [
  // @ts-expect-error -- the service has to be named
  <BillingCheckout key="1" sessionId={null} />,
  // @ts-expect-error -- there is no such event
  <BillingCheckout key="2" {...where} onBillingPayed={() => {}} />,
  // @ts-expect-error -- there is no such theme
  <BillingCheckout key="3" {...where} theme="red" />,
]

/** The tag without the wrapper. */
export const tag = (
  <billing-checkout
    session-id={where.sessionId}
    server={where.server}
    onbilling-paid={({ subscription }) => subscription?.status}
  />
)

/** A reference to the portal, for its methods. */
export const portalElement = createRef<BillingPortalElement>()

/** Properties and handlers of the portal's wrapper. */
export const portal = (
  <BillingPortal
    ref={portalElement}
    clientToken="token"
    server={where.server}
    renewUrl="/token"
    locale="fr-CH"
    theme="dark"
    onBillingPortalReady={({ phase }) => phase.length}
    onBillingPortalChange={({ what, subscriptionId }) => [what === 'cancel', subscriptionId satisfies string | null]}
    onBillingPortalExpired={(event) => event.preventDefault()}
    onBillingPortalSignOut={(event) => event.type}
    onBillingPortalError={({ code, message, request_id }) => [code.toUpperCase(), message, request_id]}
  />
)

/** Code that must not compile. */
export const portalMistakes = [
  // @ts-expect-error -- the service has to be named
  <BillingPortal key="1" clientToken={null} />,
  // @ts-expect-error -- there is no such event
  <BillingPortal key="2" clientToken="token" server={where.server} onBillingPortalPaid={() => {}} />,
]
