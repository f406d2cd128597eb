// Move the shopper on. The backend delivers what was paid for, which it learns from GET /events.
document
  .querySelector('billing-checkout')
  .addEventListener('billing-paid', () => document.querySelector('#way-on').removeAttribute('hidden'))
