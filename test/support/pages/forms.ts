/** Opens a page of ours as a browser does, without following a redirect. */
export const openPage = (url: string, cookie = ''): Promise<Response> =>
  fetch(url, { redirect: 'manual', headers: { Cookie: cookie } })

/** Submits a form of ours. */
export const postForm = (url: string, fields: Readonly<Record<string, string>>): Promise<Response> =>
  fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) })

/** The token in a page's form. */
export const formTokenIn = (html: string): string => {
  const [, token] = /name="token" value="([^"]+)"/.exec(html) ?? []
  if (token === undefined) throw new Error(`The page has no form: ${html}`)
  return token
}

/** Every hidden field of a page's form. */
export const hiddenFieldsIn = (html: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)].map(([, name, value]) => [name, value]),
  )
