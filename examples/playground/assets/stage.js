// Brings the element into the state that `data-act` names, by typing and clicking as a shopper would.
const element = document.querySelector('billing-checkout')

// A reloaded page must start again and not continue the last payment.
sessionStorage.clear()

const until = async (isTrue) => {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 20))
}

const typeCard = async () => {
  const fields = { number: '4242 4242 4242 4242', expiry: '12 / 30', cvc: '123', name: 'Mina Okafor' }
  const page = element.shadowRoot.querySelector('iframe').contentDocument
  for (const [id, value] of Object.entries(fields)) {
    const input = page.getElementById(id)
    input.value = value
    input.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
}

const acts = {
  '': async () => {},
  type: typeCard,
  submit: () => element.submit(),
  pay: async () => {
    await typeCard()
    // Not awaited, because some answers never come.
    void element.submit()
  },
  sheet: async () => {
    const wallets = () => [...element.shadowRoot.querySelectorAll('[part~=wallet]')]
    await until(() => wallets().length > 0)
    wallets()
      .find((wallet) => wallet.textContent.trim() === 'Apple Pay')
      .click()
    void element.submit()
    await until(() => element.shadowRoot.querySelector('dialog[open]') !== null)
  },
  'test-cards': async () => {
    const ribbon = () => element.shadowRoot.querySelector('details[part~=test-ribbon]')
    await until(() => ribbon() !== null)
    ribbon().open = true
    await until(() => ribbon().querySelector('[part~=test-card]') !== null)
  },
}

let hasPlayed = element.dataset.act === ''
element.addEventListener(
  'billing-ready',
  async () => {
    await acts[element.dataset.act]()
    hasPlayed = true
  },
  { once: true },
)
for (const type of ['ready', 'change', 'focus', 'blur', 'paid', 'declined', 'refused', 'expired', 'error'])
  element.addEventListener(`billing-${type}`, () => parent.postMessage({ type: `billing-${type}` }, location.origin))

// Reports when the state is reached: all actions are done, and the element's height has not changed for a while.
const { shows } = element.dataset
const isWaiting = () => element.shadowRoot.querySelector('form:not([hidden]) iframe.waiting, .bone') !== null
const isReached = () => element.matches(`:state(${shows})`) && (shows === 'loading' || !isWaiting())
let heights = []
setInterval(() => {
  heights = [...heights.slice(-5), element.offsetHeight]
  const isStill = heights.length === 6 && heights.every((height) => height === heights[0])
  if (hasPlayed && isStill && isReached()) document.documentElement.dataset.settled = ''
}, 50)
