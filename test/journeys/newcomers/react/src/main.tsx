import '@billing-checkout/element/presets/placeholder.css'
import { BillingCheckout } from '@billing-checkout/element/react'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'

const response = await fetch(`/sessions${location.search}`, { method: 'POST' })
const { id } = (await response.json()) as { readonly id: string }

const Page = () => {
  const [isPaid, setPaid] = useState(false)
  return (
    <>
      <BillingCheckout sessionId={id} server="http://localhost:4242" onBillingPaid={() => setPaid(true)} />
      {isPaid && <p>Thank you.</p>}
    </>
  )
}

const app = document.querySelector('#app')
if (app)
  createRoot(app).render(
    <StrictMode>
      <Page />
    </StrictMode>,
  )
