import { openSession } from '../shop.ts'
import { Checkout } from './checkout.tsx'

/** The page of a purchase. */
export default async function Page({ searchParams }: { readonly searchParams: Promise<{ readonly plan?: string }> }) {
  const { plan } = await searchParams
  return <Checkout sessionId={await openSession(plan)} />
}
