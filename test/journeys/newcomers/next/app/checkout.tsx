'use client'

import { BillingCheckout } from '@billing-checkout/element/react'
import { useState } from 'react'

/** The checkout, and the page's message after it. */
export const Checkout = ({ sessionId }: { readonly sessionId: string }) => {
  const [isPaid, setPaid] = useState(false)
  return (
    <>
      <BillingCheckout sessionId={sessionId} server="http://localhost:4242" onBillingPaid={() => setPaid(true)} />
      {isPaid && <p>Thank you.</p>}
    </>
  )
}
