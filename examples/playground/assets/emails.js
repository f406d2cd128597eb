// Shows each choice at once: the address of the page is the view.
const form = document.querySelector('form')

form.addEventListener('change', () => form.requestSubmit())
form.querySelector('input[name=email]:checked')?.scrollIntoView({ block: 'nearest' })
