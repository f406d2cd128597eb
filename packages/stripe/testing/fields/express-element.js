// The Express Checkout Element of the stand-in, after Stripe's public documentation and the types that Stripe publishes of its script.
// It is served as one script with stripe.js. As in stripe.js, any other call is an error.
// oxlint-disable-next-line no-unused-vars -- stripe.js, which comes after it in the same script, opens it.
const openExpressElement = ({ known, origin, refuse, refuseUnknown }) => {
  const eventTypes = ['ready', 'click', 'confirm', 'cancel', 'loaderror', 'focus', 'blur', 'escape']
  const wallets = { applePay: 'apple_pay', googlePay: 'google_pay' }
  /** Refuses the options of a group if Stripe would not create wallet buttons from them before an intent exists. */
  const refuseGroup = ({ mode, amount, currency, ...group }) => {
    if (!['payment', 'setup'].includes(mode)) refuse(`There is no mode ${mode} here.`)
    if (mode === 'payment' && !(Number.isInteger(amount) && amount > 0)) refuse('The mode payment has an amount.')
    if (mode === 'setup' && amount !== undefined) refuse('The mode setup has no amount.')
    if (!/^[a-z]{3}$/.test(currency ?? '')) refuse('currency is three small letters.')
    if (String(group.allowedPaymentMethodTypes) !== 'card') refuse('Here the types of payment method are cards alone.')
    if (!['off_session', undefined].includes(group.setupFutureUsage)) refuse('Here methods are kept for off_session.')
    refuseUnknown(group.appearance, known.appearance, 'appearance')
    refuseUnknown(group.appearance?.variables, known.variables, 'variables')
  }

  const refuseBilling = (billing, what) => {
    const dates = ['recurringPaymentStartDate', 'recurringPaymentEndDate']
    const [unit, count] = ['recurringPaymentIntervalUnit', 'recurringPaymentIntervalCount']
    refuseUnknown(billing, known.billing, what)
    if (typeof billing.label !== 'string' || !Number.isInteger(billing.amount)) refuse(`${what} has label and amount.`)
    for (const name of dates)
      if (billing[name] !== undefined && !(billing[name] instanceof Date)) refuse(`${name} is a Date.`)
    if (billing[unit] !== undefined && !known.units.includes(billing[unit]))
      refuse(`There is no unit ${billing[unit]}.`)
    if (billing[count] !== undefined && !Number.isInteger(billing[count])) refuse(`${count} is a whole number.`)
  }

  const refuseRecurring = (recurring) => {
    refuseUnknown(recurring, known.recurring, 'recurringPaymentRequest')
    if (!URL.canParse(recurring.managementURL)) refuse('managementURL is an address.')
    refuseBilling(recurring.regularBilling, 'regularBilling')
    if (recurring.trialBilling) refuseBilling(recurring.trialBilling, 'trialBilling')
  }

  const refuseOptions = (options, { mode, amount = 0 }) => {
    refuseUnknown(options, known.express, 'The Express Checkout Element')
    refuseUnknown(options.paymentMethods, known.expressMethods, 'paymentMethods')
    refuseUnknown(options.layout, known.layout, 'layout')
    refuseUnknown(options.business, known.business, 'business')
    for (const part of [options.buttonTheme, options.buttonType]) refuseUnknown(part, known.buttons, 'A button')
    const { buttonHeight = 44, lineItems = [], applePay } = options
    if (buttonHeight < 40 || buttonHeight > 55) refuse('A button is 40 to 55 pixels high.')
    const sum = lineItems.reduce((total, item) => total + item.amount, 0)
    if (mode === 'payment' && sum > amount) refuse('The lines come to more than is due.')
    refuseUnknown(applePay, ['recurringPaymentRequest'], 'applePay')
    if (applePay) refuseRecurring(applePay.recurringPaymentRequest)
  }

  const dateOf = (date) => date?.toISOString().slice(0, 10)
  const sumOf = (amount, currency) => `${(amount / 100).toFixed(2)} ${currency.toUpperCase()}`

  /** The lines of text that a device's payment sheet would show. */
  const linesOf = ({ lineItems = [], applePay }, currency, wallet) => {
    const request = wallet === 'apple_pay' ? applePay?.recurringPaymentRequest : undefined
    const regular = request?.regularBilling
    const trial = request?.trialBilling
    return [
      ...lineItems.map(({ name, amount }) => `${name}: ${sumOf(amount, currency)}`),
      ...(trial ? [`Trial: ${sumOf(trial.amount, currency)} until ${dateOf(trial.recurringPaymentEndDate)}`] : []),
      ...(regular
        ? [
            `Every ${regular.recurringPaymentIntervalCount} ${regular.recurringPaymentIntervalUnit}: ${sumOf(regular.amount, currency)}`,
            `Manage at ${request.managementURL}`,
          ]
        : []),
    ]
  }

  return class ExpressElement {
    #handlers = new Map(eventTypes.map((type) => [type, new Set()]))
    #group
    #options
    #frame = null
    #port = null
    #waiting = new Map()
    #asked = 0
    /** Whether the shopper has confirmed in the payment sheet, and whether the page has called `elements.submit()` since. */
    isConfirmed = false
    isSubmitted = false

    constructor(group, options = {}) {
      refuseGroup(group)
      refuseOptions(options, group)
      this.#group = group
      this.#options = options
    }

    mount(container) {
      if (!(container instanceof Element) || !container.isConnected) refuse('An element is mounted into the page.')
      if (this.#frame !== null) refuse('This element is mounted already.')
      const frame = document.createElement('iframe')
      frame.title = 'Secure express checkout frame'
      frame.src = `${origin}/express.html`
      frame.setAttribute('allow', 'payment *')
      const looks = { border: 'none', width: '100%', height: '1px', display: 'block', 'color-scheme': 'light only' }
      for (const [name, value] of Object.entries(looks)) frame.style.setProperty(name, value, 'important')
      frame.addEventListener('load', () => this.#connect())
      frame.addEventListener('error', () => this.#dispatch('loaderror', { error: { type: 'api_error' } }))
      this.#frame = frame
      container.replaceChildren(frame)
    }

    on(type, handler) {
      const handlers = this.#handlers.get(type) ?? refuse(`This element has no event ${type}.`)
      handlers.add(handler)
      return this
    }

    /** Makes the frame create a payment method at Stripe from the wallet's answer, which the shopper has confirmed. */
    createPaymentMethod(request) {
      if (this.#group.paymentMethodCreation !== 'manual') refuse("paymentMethodCreation has to be 'manual'.")
      if (!this.isConfirmed) refuse('The shopper has confirmed nothing in a wallet.')
      if (!this.isSubmitted) refuse('elements.submit() comes before anything is made of a wallet.')
      this.isConfirmed = this.isSubmitted = false
      const asked = (this.#asked += 1)
      return new Promise((resolve) => {
        this.#waiting.set(asked, resolve)
        this.#port.postMessage({ type: 'create', asked, ...request })
      })
    }

    #dispatch(type, event) {
      for (const handler of this.#handlers.get(type)) handler({ elementType: 'expressCheckout', ...event })
    }

    #connect() {
      const { port1, port2 } = new MessageChannel()
      this.#port = port1
      port1.addEventListener('message', ({ data }) => this.#hear(data))
      port1.start()
      const { paymentMethods = {}, buttonHeight = 44, buttonTheme = {} } = this.#options
      const wanted = Object.entries(wallets)
        .filter(([name]) => paymentMethods[name] !== 'never')
        .map(([, wallet]) => wallet)
      const theme = { apple_pay: buttonTheme.applePay ?? 'black', google_pay: buttonTheme.googlePay ?? 'black' }
      const radius = this.#group.appearance?.variables?.borderRadius ?? '4px'
      const button = { height: buttonHeight, theme, radius }
      const message = { type: 'open', wanted, button, locale: this.#group.locale }
      this.#frame.contentWindow.postMessage(message, origin, [port2])
    }

    #hear({ type, wallet, ...event }) {
      if (type === 'height') this.#frame.style.setProperty('height', `${event.height}px`, 'important')
      if (type === 'ready') this.#dispatch('ready', { availablePaymentMethods: this.#available(wallet) })
      if (type === 'click') this.#click(wallet)
      if (type === 'cancel' || type === 'escape') this.#dispatch(type, {})
      if (type === 'confirm') {
        this.isConfirmed = true
        const paymentFailed = () => this.#port.postMessage({ type: 'failed' })
        this.#dispatch('confirm', { expressPaymentType: wallet, paymentFailed, billingDetails: {} })
      }
      if (type === 'created') {
        this.#waiting.get(event.asked)?.(event.result)
        this.#waiting.delete(event.asked)
      }
    }

    #available(wallet) {
      if (wallet === null) return undefined
      return Object.fromEntries(Object.entries(wallets).map(([name, type]) => [name, type === wallet]))
    }

    /** Asks the page whether the payment sheet may open. After a second without an answer, the sheet stays closed. */
    #click(wallet) {
      const { mode, amount = 0, currency } = this.#group
      const late = setTimeout(() => this.#port.postMessage({ type: 'rejected' }), 1000)
      const resolve = (changed = {}) => {
        clearTimeout(late)
        refuseUnknown(changed, known.express, 'What a click is resolved with')
        const name = this.#options.business?.name ?? 'The account'
        const title = `${name}: ${mode === 'setup' ? 'nothing is due now' : sumOf(amount, currency)}`
        this.#port.postMessage({ type: 'opened', title, lines: linesOf(this.#options, currency, wallet) })
      }
      const reject = () => this.#port.postMessage({ type: 'rejected' })
      this.#dispatch('click', { expressPaymentType: wallet, resolve, reject })
    }
  }
}
