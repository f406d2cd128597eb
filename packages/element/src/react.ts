'use client'

import { createElement, type DetailedHTMLProps, forwardRef, type HTMLAttributes, type ReactNode } from 'react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { BillingCheckout as BillingCheckoutElement } from './billing-checkout.ts'
import './define.ts'
import { tellDeveloper } from './developer/tell-developer.ts'
import type { BillingCheckoutEventMap } from './checkout/state/events.ts'

type EventName = keyof BillingCheckoutEventMap
type HandlerOf<Name extends EventName> = Name extends `billing-${infer What}` ? `onBilling${Capitalize<What>}` : never
type Handlers = { readonly [Name in EventName as HandlerOf<Name>]?: (event: BillingCheckoutEventMap[Name]) => void }
type Attributes = Partial<
  Pick<BillingCheckoutElement, 'server' | 'frameOrigin' | 'locale' | 'theme' | 'restartUrl' | 'preview'>
>

/** The props of `BillingCheckout`: the element's attributes, a handler for each of its events, and the props of any HTML element. */
export interface BillingCheckoutProps
  extends
    Handlers,
    Readonly<Omit<Attributes, 'server'>>,
    Omit<HTMLAttributes<BillingCheckoutElement>, keyof Attributes> {
  /** The id of the client session that your backend has created; null until you have one. */
  readonly sessionId: string | null
  /** The address of the service, such as `https://billing.example`. */
  readonly server: string
  /** Content for the slots: `<p slot="footer">…</p>`. */
  readonly children?: ReactNode
}

/** The checkout for React 18 and later; `ref` is the element itself, with `refresh()`, `submit()` and `focus()`. */
export const BillingCheckout = forwardRef<BillingCheckoutElement, BillingCheckoutProps>(
  function BillingCheckout(props, ref) {
    const { sessionId, frameOrigin, restartUrl, preview = null, ...others } = props
    const latest = useRef(props)
    useEffect(() => void (latest.current = props))
    const [listener] = useState(() => (event: Event) => {
      const handle = latest.current[handlerNames[event.type as EventName]] as ((event: Event) => void) | undefined
      handle?.(event)
    })
    const own = useRef<BillingCheckoutElement>(null)
    // Set in an effect, because React 18 would set an attribute instead of the property.
    useEffect(() => void (own.current && (own.current.preview = preview)), [preview])
    // Listeners are added here and not in an effect, because the element may dispatch events before effects run. Adding the same listener
    // again has no effect.
    const attach = useCallback(
      (element: BillingCheckoutElement | null) => {
        for (const name of Object.keys(handlerNames)) element?.addEventListener(name, listener)
        // A React portal may draw into another document, in which the tag is undefined. Then only this code can report the mistake.
        if (element && element.ownerDocument !== document) tellDeveloper('other_document')
        own.current = element
        if (typeof ref === 'function') ref(element)
        else if (ref) ref.current = element
      },
      [ref, listener],
    )
    const attributes = Object.fromEntries(Object.entries(others).filter(([name]) => !handlers.has(name)))
    return createElement('billing-checkout', {
      ...attributes,
      'session-id': sessionId ?? undefined,
      'frame-origin': frameOrigin ?? undefined,
      'restart-url': restartUrl ?? undefined,
      ref: attach,
    })
  },
)

const handlerNames: { readonly [Name in EventName]: HandlerOf<Name> } = {
  'billing-ready': 'onBillingReady',
  'billing-change': 'onBillingChange',
  'billing-focus': 'onBillingFocus',
  'billing-blur': 'onBillingBlur',
  'billing-paid': 'onBillingPaid',
  'billing-declined': 'onBillingDeclined',
  'billing-refused': 'onBillingRefused',
  'billing-expired': 'onBillingExpired',
  'billing-error': 'onBillingError',
}
const handlers = new Set<string>(Object.values(handlerNames))

/** The props of the tag itself in JSX; React 19 listens to events by props such as `onbilling-paid`. */
export type BillingCheckoutTag = DetailedHTMLProps<HTMLAttributes<BillingCheckoutElement>, BillingCheckoutElement> &
  Omit<Attributes, 'restartUrl' | 'frameOrigin'> & {
    'session-id'?: string
    'frame-origin'?: string
    'restart-url'?: string
  } & {
    [Name in EventName as `on${Name}`]?: (event: BillingCheckoutEventMap[Name]) => void
  }

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'billing-checkout': BillingCheckoutTag
    }
  }
}
