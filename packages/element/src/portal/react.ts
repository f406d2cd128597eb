'use client'

import { createElement, type DetailedHTMLProps, forwardRef, type HTMLAttributes, type ReactNode } from 'react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { BillingPortal as BillingPortalElement } from './billing-portal.ts'
import './define.ts'
import type { BillingPortalEventMap } from './events.ts'

type EventName = keyof BillingPortalEventMap
type Pascal<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${Capitalize<First>}${Pascal<Rest>}`
  : Capitalize<Name>
type HandlerOf<Name extends EventName> = `on${Pascal<Name>}`
type Handlers = { readonly [Name in EventName as HandlerOf<Name>]?: (event: BillingPortalEventMap[Name]) => void }
type Attributes = Partial<Pick<BillingPortalElement, 'server' | 'frameOrigin' | 'renewUrl' | 'locale' | 'theme'>>

/** The props of `BillingPortal`: the element's attributes, a handler for each of its events, and the props of any HTML element. */
export interface BillingPortalProps
  extends Handlers, Readonly<Omit<Attributes, 'server'>>, Omit<HTMLAttributes<BillingPortalElement>, keyof Attributes> {
  /** The client token of a portal session that your backend has created; null until you have one. */
  readonly clientToken: string | null
  /** The address of the service, such as `https://billing.example`. */
  readonly server: string
  /** Content for the slots: `<p slot="footer">…</p>`. */
  readonly children?: ReactNode
}

/** The customer portal for React 18 and later; `ref` is the element itself, with `refresh()`. */
export const BillingPortal = forwardRef<BillingPortalElement, BillingPortalProps>(function BillingPortal(props, ref) {
  const { clientToken, frameOrigin, renewUrl, ...others } = props
  const latest = useRef(props)
  useEffect(() => void (latest.current = props))
  const [listener] = useState(() => (event: Event) => {
    const handle = latest.current[handlerNames[event.type as EventName]] as ((event: Event) => void) | undefined
    handle?.(event)
  })
  // Listeners are added here and not in an effect, because the element may dispatch events before effects run. Adding the same listener
  // again has no effect.
  const attach = useCallback(
    (element: BillingPortalElement | null) => {
      for (const name of Object.keys(handlerNames)) element?.addEventListener(name, listener)
      if (typeof ref === 'function') ref(element)
      else if (ref) ref.current = element
    },
    [ref, listener],
  )
  const attributes = Object.fromEntries(Object.entries(others).filter(([name]) => !handlers.has(name)))
  return createElement('billing-portal', {
    ...attributes,
    'client-token': clientToken ?? undefined,
    'frame-origin': frameOrigin ?? undefined,
    'renew-url': renewUrl ?? undefined,
    ref: attach,
  })
})

const handlerNames: { readonly [Name in EventName]: HandlerOf<Name> } = {
  'billing-portal-ready': 'onBillingPortalReady',
  'billing-portal-change': 'onBillingPortalChange',
  'billing-portal-expired': 'onBillingPortalExpired',
  'billing-portal-sign-out': 'onBillingPortalSignOut',
  'billing-portal-error': 'onBillingPortalError',
}
const handlers = new Set<string>(Object.values(handlerNames))

/** The props of the tag itself in JSX. */
export type BillingPortalTag = DetailedHTMLProps<HTMLAttributes<BillingPortalElement>, BillingPortalElement> &
  Omit<Attributes, 'frameOrigin' | 'renewUrl'> & {
    'client-token'?: string
    'frame-origin'?: string
    'renew-url'?: string
  } & {
    [Name in EventName as `on${Name}`]?: (event: BillingPortalEventMap[Name]) => void
  }

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'billing-portal': BillingPortalTag
    }
  }
}
