/** Shows an address of the dashboard without loading the page again. */
export const navigate = (path: string, how: 'push' | 'replace' = 'push'): void => {
  if (how === 'push') history.pushState(null, '', path)
  else history.replaceState(null, '', path)
  dispatchEvent(new PopStateEvent('popstate'))
}

/** Opens links within the dashboard without loading the page again. The browser handles all other links, and clicks with a modifier key. */
export const followLinks = (event: MouseEvent): void => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return
  const link = event.composedPath().find((target) => target instanceof HTMLAnchorElement)
  if (link === undefined || link.target !== '' || link.origin !== location.origin) return
  if (!/^\/dashboard(\/|$)/.test(link.pathname)) return
  event.preventDefault()
  navigate(link.pathname + link.search)
}
