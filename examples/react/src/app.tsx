import type { BillingCheckout as BillingCheckoutElement } from '@billing-checkout/element'
import { BillingCheckout } from '@billing-checkout/element/react'
import { useRef, useState } from 'react'

/** What the server puts into the page. */
export interface AppProps {
  /** Where the billing service is. */
  readonly billing: string
  /** The client session that your backend has opened. */
  readonly sessionId: string | null
}

/** A checkout page with a button of its own next to the checkout's, and a next page. */
export const App = ({ billing, sessionId }: AppProps) => {
  const checkout = useRef<BillingCheckoutElement>(null)
  const [isComplete, setComplete] = useState(false)
  const [paid, setPaid] = useState<string | null>(null)

  // Move the shopper on. The backend delivers what was paid for, which it learns from GET /events.
  if (paid !== null) return <p role="status">Thank you. Where the shopper goes next is up to you.</p>
  return (
    <main>
      <h1>Checkout</h1>
      <BillingCheckout
        ref={checkout}
        sessionId={sessionId}
        server={billing}
        onBillingChange={({ complete }) => setComplete(complete)}
        onBillingPaid={({ payment }) => setPaid(payment?.id ?? '')}
      >
        <p slot="footer">
          {isComplete ? (
            <button type="button" onClick={() => void checkout.current?.submit()}>
              Buy it now
            </button>
          ) : (
            'Fill in the card, and this line becomes a button of the page’s own.'
          )}
        </p>
      </BillingCheckout>
    </main>
  )
}
