// Shows each choice at once: the page's address contains all choices.
const form = document.querySelector('form')

form.addEventListener('change', () => form.requestSubmit())
form.querySelector('input[name=email]:checked')?.scrollIntoView({ block: 'nearest' })
