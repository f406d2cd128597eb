// One field in a frame of its own. Only the frames of the same form, which share this origin, see what the shopper types.
import { judge, shown } from './judge.js'

const type = location.hash.slice(1)
const input = document.querySelector('#input')
const link = document.querySelector('#link')
/** Whether the shopper uses the card that Link has stored for them. */
let isLink = false
/** English and a right-to-left language suffice to test that a field uses the page's language. */
const names = {
  cardNumber: { en: 'Credit or debit card number', ar: 'رقم بطاقة الائتمان أو الخصم' },
  cardExpiry: { en: 'Credit or debit card expiration date', ar: 'تاريخ انتهاء صلاحية البطاقة' },
  cardCvc: { en: 'Credit or debit card CVC/CVV', ar: 'رمز CVC للبطاقة' },
}[type]
const hints = { cardNumber: '1234 1234 1234 1234', cardExpiry: 'MM / YY', cardCvc: 'CVC' }

let port = null
let siblings = null
let brand = 'unknown'
let isLeft = false
let options = {}
const answers = new Map()

input.inputMode = 'numeric'
input.spellcheck = false
input.autocomplete = { cardNumber: 'cc-number', cardExpiry: 'cc-exp', cardCvc: 'cc-csc' }[type]

addEventListener('message', ({ source, data, ports: [given] }) => {
  if (source !== parent || port !== null || data?.type !== 'open') return
  port = given
  port.addEventListener('message', ({ data: message }) => hear(message))
  port.start()
  siblings = new BroadcastChannel(`fields-${data.group}`)
  siblings.addEventListener('message', ({ data: message }) => hearSibling(message))
  update(data.options)
  speak(data.locale)
  link.hidden = !data.showsLink
  port.postMessage({ type: 'ready' })
})

const hear = (message) => {
  if (message.type === 'update') update(message.options)
  if (message.type === 'locale') speak(message.locale)
  if (message.type === 'focus') input.focus()
  if (message.type === 'blur') input.blur()
  if (message.type === 'clear') {
    input.value = ''
    tellChange()
  }
  if (message.type === 'create') void create(message)
}

const hearSibling = (message) => {
  if (message.type === 'brand' && type === 'cardCvc') brand = message.brand
  if (message.type === 'ask') siblings.postMessage({ type: 'answer', asked: message.asked, field: type, ...reading() })
  if (message.type === 'answer') answers.get(message.asked)?.(message)
}

const update = (changed) => {
  options = { ...options, ...changed }
  input.placeholder = options.placeholder ?? hints[type]
  input.disabled = options.disabled ?? false
  dress()
}

const speak = (locale) => {
  document.documentElement.lang = locale === 'auto' ? navigator.language : locale
  input.ariaLabel = names[locale.slice(0, 2)] ?? names.en
}

const dress = () => {
  const { base = {}, invalid = {}, complete = {}, empty = {} } = options.style ?? {}
  const { error, ...state } = reading()
  const variant = error ? invalid : state.complete ? complete : state.empty ? empty : {}
  for (const [name, value] of Object.entries({ ...base, ...variant }))
    if (typeof value === 'string') input.style[name] = value
  const placeholder = base['::placeholder']?.color
  if (placeholder) input.style.setProperty('--placeholder', placeholder)
}

const reading = () => judge(type, input.value, { brand, isLeft, now: new Date() })

const tellChange = () => {
  const { value: _, ...state } = reading()
  if (type === 'cardNumber') {
    brand = state.brand
    siblings.postMessage({ type: 'brand', brand })
  }
  input.ariaInvalid = state.error ? 'true' : 'false'
  dress()
  port.postMessage({ type: 'change', ...state })
}

link.addEventListener('click', () => {
  isLink = true
  input.value = shown(type, '4242424242424242')
  tellChange()
})
input.addEventListener('input', () => {
  isLeft = isLink = false
  const atEnd = input.selectionStart === input.value.length
  const text = shown(type, input.value)
  if (text !== input.value && atEnd) input.value = text
  tellChange()
})
input.addEventListener('focus', () => port.postMessage({ type: 'focus' }))
input.addEventListener('blur', () => {
  port.postMessage({ type: 'blur' })
  const before = reading().error
  isLeft = true
  if (reading().error !== before) tellChange()
})
input.addEventListener('keydown', ({ key }) => {
  if (key === 'Enter') port.postMessage({ type: 'enter' })
  if (key === 'Escape') port.postMessage({ type: 'escape' })
})

/** Makes a payment method from the contents of the three fields. */
const create = async ({ asked, publishableKey, account, billing_details: billing }) => {
  const read = { [type]: reading(), ...(await askSiblings(asked)) }
  const wrong = ['cardNumber', 'cardExpiry', 'cardCvc'].map((field) => incomplete(field, read[field])).find(Boolean)
  if (wrong) return port.postMessage({ type: 'created', asked, result: { error: wrong } })
  const [month, year] = read.cardExpiry.value.split('/')
  const form = new URLSearchParams({
    type: 'card',
    key: publishableKey,
    ...(isLink ? { 'card[token]': 'tok_link_visa' } : { 'card[number]': read.cardNumber.value }),
    'card[exp_month]': month,
    'card[exp_year]': `20${year}`,
    'card[cvc]': read.cardCvc.value,
    ...(account && { _stripe_account: account }),
  })
  for (const name of ['name', 'email', 'phone']) if (billing[name]) form.set(`billing_details[${name}]`, billing[name])
  for (const [name, value] of Object.entries(billing.address ?? {}))
    form.set(`billing_details[address][${name}]`, value)
  port.postMessage({ type: 'created', asked, result: await send(form) })
}

const incomplete = (field, { empty, complete, error }) => {
  if (complete) return null
  const noun = { cardNumber: 'number', cardExpiry: 'expiry', cardCvc: 'cvc' }[field]
  const stands = empty || !error ? { code: `incomplete_${noun}`, message: `Your card’s ${noun} is incomplete.` } : error
  return { type: 'validation_error', ...stands }
}

const send = async (form) => {
  try {
    const api = document.querySelector('meta[name=api]').content
    const response = await fetch(`${api}/v1/payment_methods`, { method: 'POST', body: form })
    const body = await response.json()
    return response.ok ? { paymentMethod: body } : { error: body.error }
  } catch {
    return { error: { type: 'api_connection_error', message: 'We could not reach Stripe.' } }
  }
}

const askSiblings = (asked) =>
  new Promise((resolve) => {
    const read = {}
    answers.set(asked, ({ field, ...state }) => {
      read[field] = state
      if (Object.keys(read).length === 2) resolve(read)
    })
    siblings.postMessage({ type: 'ask', asked })
  })
