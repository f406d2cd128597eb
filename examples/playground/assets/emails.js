// Sends the form at every choice, so that the page shows the choice at once. The page's address contains all choices.
const form = document.querySelector('form')

form.addEventListener('change', () => form.requestSubmit())
form.querySelector('input[name=email]:checked')?.scrollIntoView({ block: 'nearest' })
