import type { BillingCheckout as BillingCheckoutElement } from '@billing-checkout/element'
import { BillingCheckout } from '@billing-checkout/element/react'
import { useRef, useState } from 'react'

/** The values that the server puts into the page. */
export interface AppProps {
  /** The address of the billing service. */
  readonly billing: string
  /** The client session that your backend opened. */
  readonly sessionId: string | null
}

/** A checkout page that has its own button besides the checkout's, and the page after the payment. */
export const App = ({ billing, sessionId }: AppProps) => {
  const checkout = useRef<BillingCheckoutElement>(null)
  const [isComplete, setComplete] = useState(false)
  const [paid, setPaid] = useState<string | null>(null)

  // Send the shopper to the next page. The backend learns of the payment from GET /events and delivers the goods.
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
