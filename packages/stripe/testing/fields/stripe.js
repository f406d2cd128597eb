// The stand-in for Stripe's script: the split card fields, the wallets' buttons (express-element.js, which precedes this file in the served
// script) and createPaymentMethod, after Stripe's public documentation. Any other call is an error, so a page that works here needs nothing
// that this file lacks.
;(() => {
  const { origin } = new URL(document.currentScript.src)

  class IntegrationError extends Error {
    name = 'IntegrationError'
  }
  const refuse = (message) => {
    throw new IntegrationError(message)
  }
  const refuseUnknown = (object, known, what) => {
    for (const name of Object.keys(object ?? {})) if (!known.includes(name)) refuse(`${what} has no ${name} here.`)
  }

  const known = knownOptions
  const ExpressElement = openExpressElement({ known, origin, refuse, refuseUnknown })

  const fieldTypes = ['cardNumber', 'cardExpiry', 'cardCvc']
  const eventTypes = ['ready', 'change', 'focus', 'blur', 'escape']
  /** Stripe shows Link's button in a number field of at least this many pixels, unless `disableLink` is true. */
  const linkWidth = 350

  const refuseOptions = (options, names) => {
    refuseUnknown(options, names, 'A card field')
    refuseUnknown(options?.style, known.style, 'A style')
    for (const variant of Object.values(options?.style ?? {})) {
      refuseUnknown(variant, [...known.properties, ...known.pseudos], 'A variant of a style')
      for (const pseudo of known.pseudos) refuseUnknown(variant[pseudo], [...known.properties, 'display'], pseudo)
    }
    refuseUnknown(options?.classes, known.classes, 'classes')
  }

  class Field {
    #handlers = new Map(eventTypes.map((type) => [type, new Set()]))
    #group
    #options
    #frame = null
    #port = null
    #container = null
    #isDestroyed = false
    #isReady = false
    #waiting = new Map()
    #asked = 0

    constructor(type, group, options = {}) {
      this.type = type
      this.#group = group
      this.#options = options
    }

    mount(target) {
      this.#refuseDestroyed()
      const container = typeof target === 'string' ? document.querySelector(target) : target
      if (!(container instanceof Element) || !container.isConnected)
        refuse('A card field is mounted into an element of the page.')
      if (this.#frame !== null) refuse('This card field is mounted already.')
      this.#container = container
      container.classList.add('StripeElement', 'StripeElement--empty')
      const frame = document.createElement('iframe')
      frame.title = {
        cardNumber: 'Secure card number input frame',
        cardExpiry: 'Secure expiration date input frame',
        cardCvc: 'Secure CVC input frame',
      }[this.type]
      frame.name = `__privateStripeFrame${this.#group.id}${this.type}`
      frame.src = `${origin}/field.html#${this.type}`
      frame.setAttribute('allow', 'payment *')
      frame.setAttribute('scrolling', 'no')
      const looks = {
        border: 'none',
        margin: '0',
        padding: '0',
        width: '100%',
        height: '1.2em',
        display: 'block',
        'min-width': '100%',
        'user-select': 'none',
        'color-scheme': 'light only',
      }
      for (const [name, value] of Object.entries(looks)) frame.style.setProperty(name, value, 'important')
      frame.addEventListener('load', () => this.#connect())
      this.#frame = frame
      this.#fit()
      container.replaceChildren(frame)
      for (const label of document.querySelectorAll('label'))
        if (label.htmlFor !== '' && label.htmlFor === container.id) label.addEventListener('click', () => this.focus())
    }

    unmount() {
      this.#refuseDestroyed()
      this.#frame?.remove()
      this.#port?.close()
      this.#frame = this.#port = null
      this.#isReady = false
    }

    destroy() {
      this.unmount()
      this.#isDestroyed = true
      this.#group.fields.delete(this.type)
    }

    update(options) {
      this.#refuseDestroyed()
      refuseOptions(options, known.updatedField)
      this.#options = { ...this.#options, ...options }
      this.#fit()
      this.#tell({ type: 'update', options })
    }

    focus() {
      this.#refuseDestroyed()
      this.#frame?.focus()
      this.#tell({ type: 'focus' })
    }

    blur() {
      this.#refuseDestroyed()
      this.#tell({ type: 'blur' })
    }

    clear() {
      this.#refuseDestroyed()
      this.#tell({ type: 'clear' })
    }

    on(type, handler) {
      const handlers = this.#handlers.get(type) ?? refuse(`A card field has no event ${type}.`)
      handlers.add(handler)
      return this
    }

    once(type, handler) {
      const once = (event) => {
        this.off(type, once)
        handler(event)
      }
      return this.on(type, once)
    }

    off(type, handler) {
      const handlers = this.#handlers.get(type) ?? refuse(`A card field has no event ${type}.`)
      if (handler === undefined) handlers.clear()
      else handlers.delete(handler)
      return this
    }

    /** Makes the frame with the card number create a payment method at Stripe. This script never receives the typed text. */
    createPaymentMethod(request) {
      if (!this.#isReady) refuse('The card field is not in the page, or not ready.')
      const asked = (this.#asked += 1)
      return new Promise((resolve) => {
        this.#waiting.set(asked, resolve)
        this.#tell({ type: 'create', asked, ...request })
      })
    }

    tellLocale(locale) {
      this.#tell({ type: 'locale', locale })
    }

    /** A field is as high as a line. */
    #fit() {
      this.#frame?.style.setProperty('height', this.#options.style?.base?.lineHeight ?? '1.2em', 'important')
    }

    #tell(message) {
      if (this.#isReady) this.#port.postMessage(message)
    }

    #refuseDestroyed() {
      if (this.#isDestroyed) refuse('This card field has been destroyed.')
    }

    #connect() {
      const { port1, port2 } = new MessageChannel()
      this.#port = port1
      port1.addEventListener('message', ({ data }) => this.#hear(data))
      port1.start()
      const { id, locale } = this.#group
      const open = {
        type: 'open',
        field: this.type,
        group: id,
        locale,
        options: { ...this.#options, classes: undefined },
        showsLink: this.type === 'cardNumber' && !this.#options.disableLink && this.#container.clientWidth >= linkWidth,
      }
      this.#frame.contentWindow.postMessage(open, origin, [port2])
    }

    #hear({ type, ...event }) {
      if (type === 'created') {
        this.#waiting.get(event.asked)?.(event.result)
        this.#waiting.delete(event.asked)
        return
      }
      if (type === 'enter') {
        this.#container.closest('form')?.requestSubmit()
        return
      }
      if (type === 'ready') {
        this.#isReady = true
        this.#port.postMessage({ type: 'update', options: { ...this.#options, classes: undefined } })
        this.tellLocale(this.#group.locale)
      }
      const { classList } = this.#container
      if (type === 'focus' || type === 'blur') classList.toggle('StripeElement--focus', type === 'focus')
      if (type === 'change') {
        classList.toggle('StripeElement--empty', event.empty)
        classList.toggle('StripeElement--complete', event.complete)
        classList.toggle('StripeElement--invalid', event.error !== undefined)
      }
      for (const handler of this.#handlers.get(type)) handler({ elementType: this.type, ...event })
    }
  }

  window.Stripe = (publishableKey, options = {}) => {
    if (typeof publishableKey !== 'string' || !/^pk_(test|live)_/.test(publishableKey))
      refuse('Stripe() is given a publishable key.')
    refuseUnknown(options, known.constructor, 'Stripe()')
    return {
      elements(given = {}) {
        refuseUnknown(given, known.elements, 'elements()')
        const refuseLocale = (locale) => known.locales.includes(locale) || refuse(`There is no locale ${locale}.`)
        const { locale = 'auto' } = given
        refuseLocale(locale)
        const group = { ...given, id: crypto.randomUUID(), locale, fields: new Map() }
        return {
          create(type, fieldOptions) {
            if (type === 'expressCheckout') {
              if (group.fields.has(type)) refuse(`There is one ${type} already.`)
              const express = new ExpressElement(group, fieldOptions)
              group.fields.set(type, express)
              return express
            }
            if (!fieldTypes.includes(type)) refuse(`There is no element ${type} here.`)
            if (group.fields.has(type)) refuse(`There is one ${type} already.`)
            refuseOptions(fieldOptions, type === 'cardNumber' ? known.numberField : known.field)
            const field = new Field(type, group, fieldOptions)
            group.fields.set(type, field)
            return field
          },
          getElement: (type) => group.fields.get(type) ?? null,
          async submit() {
            const express = group.fields.get('expressCheckout') ?? refuse('There is nothing to submit here.')
            express.isSubmitted = true
            return {}
          },
          update(changed) {
            refuseUnknown(changed, ['locale'], 'elements.update()')
            refuseLocale(changed.locale)
            group.locale = changed.locale
            for (const field of group.fields.values()) field.tellLocale(changed.locale)
          },
        }
      },
      async createPaymentMethod(given) {
        const account = options.stripeAccount ?? null
        if (given?.elements !== undefined) {
          refuseUnknown(given, ['elements'], 'createPaymentMethod()')
          const express =
            given.elements.getElement('expressCheckout') ?? refuse('There is no button of a wallet there.')
          return express.createPaymentMethod({ publishableKey, account })
        }
        refuseUnknown(given, ['type', 'card', 'billing_details'], 'createPaymentMethod()')
        const { type, card, billing_details = {} } = given
        if (type !== 'card') refuse(`There is no payment method of the type ${type} here.`)
        if (!(card instanceof Field) || card.type !== 'cardNumber') refuse('card is the field of the card number.')
        refuseUnknown(billing_details, known.billingDetails, 'billing_details')
        refuseUnknown(billing_details.address, known.address, 'address')
        return card.createPaymentMethod({ publishableKey, account, billing_details })
      },
    }
  }
})()
