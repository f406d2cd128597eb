import '@billing-checkout/element/presets/placeholder.css'
import type { ReactNode } from 'react'

/** Every page of the shop. */
export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  )
}
