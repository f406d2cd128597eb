// Move the shopper on. What was paid for is delivered by the backend, which hears of it from GET /events.
document
  .querySelector('billing-checkout')
  .addEventListener('billing-paid', () => document.querySelector('#way-on').removeAttribute('hidden'))
