// Send the shopper to the next page. The backend learns of the payment from GET /events and delivers the goods.
document
  .querySelector('billing-checkout')
  .addEventListener('billing-paid', () => document.querySelector('#way-on').removeAttribute('hidden'))
