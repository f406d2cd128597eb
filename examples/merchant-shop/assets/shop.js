// The only script of the shop. All pages except the checkout and the account also work without it.

for (const select of document.querySelectorAll('[data-sends-itself]')) {
  select.addEventListener('change', () => select.form.requestSubmit())
}

for (const form of document.querySelectorAll('[data-takes-time]')) {
  form.addEventListener('submit', () => {
    form.parentElement.querySelector('[role=status]').textContent = form.dataset.takesTime
  })
}

// The browser only decides which page the shopper sees next. Whether the order is paid, the shop's backend learns from the
// billing service.
for (const checkout of document.querySelectorAll('billing-checkout')) {
  checkout.addEventListener('billing-paid', () => location.assign(checkout.dataset.paidPage))
}

// A portal session ends after an hour. The shop's backend then checks the visitor again and returns a new token.
for (const portal of document.querySelectorAll('billing-portal')) {
  portal.addEventListener('billing-portal-expired', async (event) => {
    event.preventDefault()
    const answer = await fetch(portal.dataset.tokenPage, { method: 'POST' }).catch(() => null)
    if (answer?.ok) portal.clientToken = (await answer.json()).client_token
    else location.reload()
  })
  portal.addEventListener('billing-portal-sign-out', () => {
    const form = document.querySelector('[action="/sign-out"]')
    form.requestSubmit(form.querySelector('button'))
  })
}

const waiting = document.querySelector('[data-waits-for]')
if (waiting) follow(waiting.dataset.waitsFor, 60)

/** Asks every second, for a minute, whether the shop has packed the order, and then reloads the page. */
async function follow(address, asksLeft) {
  const isPacked = await fetch(address).then(
    async (response) => response.ok && (await response.json()).packed,
    () => false,
  )
  if (isPacked) location.reload()
  else if (asksLeft > 0) setTimeout(() => follow(address, asksLeft - 1), 1000)
}
