// A wallet's button and its payment sheet, both in one frame. With a real wallet, the shopper's device shows the sheet.
const find = (id) => document.querySelector(`#${id}`)
const [pay, sheet] = [find('pay'), find('sheet')]
const names = { apple_pay: 'Apple Pay', google_pay: 'Google Pay' }
const colours = { black: ['#000', '#fff'], white: ['#fff', '#000'], 'white-outline': ['#fff', '#000'] }

let port = null
let wallet = null
/** The test card that the shopper chose in the sheet; null if creating the payment method is to fail. */
let given = null

addEventListener('message', ({ source, data, ports: [givenPort] }) => {
  if (source !== parent || port !== null || data?.type !== 'open') return
  port = givenPort
  port.addEventListener('message', ({ data: message }) => hear(message))
  port.start()
  open(data)
})

const open = ({ wanted, button, locale }) => {
  // As in browsers, a document without permission to request payments has no wallets, even if the device has some.
  const isAllowed = document.featurePolicy?.allowsFeature('payment') ?? true
  const here = document.querySelector('meta[name=wallets]').content.split(' ')
  wallet = wanted.find((one) => isAllowed && here.includes(one)) ?? null
  document.documentElement.lang = locale
  if (wallet !== null) {
    const [background, colour] = colours[button.theme[wallet]]
    pay.hidden = false
    pay.textContent = names[wallet]
    pay.setAttribute('aria-label', names[wallet])
    Object.assign(pay.style, {
      background,
      color: colour,
      blockSize: `${button.height}px`,
      borderRadius: button.radius,
    })
  }
  tellHeight()
  port.postMessage({ type: 'ready', wallet })
}

const hear = (message) => {
  if (message.type === 'opened') {
    find('title').textContent = message.title
    find('lines').textContent = message.lines.join('\n')
    show(true)
  }
  if (message.type === 'failed' || message.type === 'rejected') show(false)
  if (message.type === 'create') void create(message)
}

const show = (isOpen) => {
  sheet.hidden = !isOpen
  tellHeight()
  if (isOpen) find('confirm').focus()
}

const tellHeight = () => port.postMessage({ type: 'height', height: document.body.offsetHeight })

pay.addEventListener('click', () => port.postMessage({ type: 'click', wallet }))
addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') port.postMessage({ type: 'escape' })
})
find('cancel').addEventListener('click', () => {
  show(false)
  port.postMessage({ type: 'cancel' })
})
for (const [id, like] of Object.entries({ confirm: 'visa', decline: 'chargeDeclined', break: null }))
  find(id).addEventListener('click', () => {
    given = like
    port.postMessage({ type: 'confirm', wallet })
  })

/** Creates a payment method at Stripe from the card that the shopper chose in the sheet. */
const create = async ({ asked, publishableKey, account }) => {
  const result = given === null ? { error: { type: 'api_error', message: 'An error occurred.' } } : await send()
  if (result.paymentMethod) show(false)
  port.postMessage({ type: 'created', asked, result })

  async function send() {
    const form = new URLSearchParams({ type: 'card', key: publishableKey, 'card[token]': `tok_${wallet}_${given}` })
    if (account) form.set('_stripe_account', account)
    try {
      const api = document.querySelector('meta[name=api]').content
      const response = await fetch(`${api}/v1/payment_methods`, { method: 'POST', body: form })
      const body = await response.json()
      return response.ok ? { paymentMethod: body } : { error: body.error }
    } catch {
      return { error: { type: 'api_connection_error', message: 'We could not reach Stripe.' } }
    }
  }
}
