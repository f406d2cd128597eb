// Updates the framed page and this page's address at every choice, without loading this page again.
const form = document.querySelector('form')
const stage = document.querySelector('#stage')
const said = document.querySelector('#said')

const chosen = () => {
  const query = new URLSearchParams(new FormData(form))
  for (const [name, value] of new FormData(form)) if (value === firsts[name]) query.delete(name)
  return query
}
const firsts = {
  state: 'trial',
  theme: 'default',
  scheme: 'auto',
  locale: 'en',
  dir: 'auto',
  width: '0',
  mode: 'sandbox',
}

const show = () => {
  const query = chosen().toString()
  const address = `/stage?${query}`
  history.replaceState(null, '', `/?${query}`)
  document.querySelector('#alone').href = address
  said.value = ''
  // Replaces the history entry, so that the back button leaves the playground and does not undo one choice.
  stage.contentWindow.location.replace(address)
  fit()
}

const fit = () => {
  const width = Number(new FormData(form).get('width'))
  stage.style.inlineSize = width === 0 ? '' : `${width}px`
}

form.addEventListener('change', show)
document.querySelector('#copy').addEventListener('click', async () => {
  await navigator.clipboard.writeText(location.href)
  said.value = 'Link copied'
})
addEventListener('message', ({ source, data }) => {
  if (source === stage.contentWindow && typeof data?.type === 'string') said.value = data.type
})
document.querySelector('input[name=state]:checked')?.scrollIntoView({ block: 'nearest' })
fit()
