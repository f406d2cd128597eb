/** The screens of the dashboard, named by the path's segment after the organization; the home screen has no segment. */
export const screens = [
  'home',
  'payments',
  'customers',
  'subscriptions',
  'plans',
  'discounts',
  'developers',
  'settings',
] as const

/** A screen of the dashboard. */
export type ScreenName = (typeof screens)[number]

/** The user's place in the dashboard, read from the page's address. */
export interface ScreenLocation {
  /** Null if the address names no organization. */
  readonly organizationId: string | null
  readonly screen: ScreenName | 'set-up' | 'callback' | 'invitation' | 'password' | 'unknown'
  /** The id of an object, the name of a tab, or the token of a link. */
  readonly id: string | null
  readonly query: Readonly<Record<string, string>>
}

const root = '/dashboard'

/** Reads the place from an address below `/dashboard`. */
export const parseScreenLocation = ({
  pathname,
  search,
}: {
  readonly pathname: string
  readonly search: string
}): ScreenLocation => {
  const query = Object.fromEntries(new URLSearchParams(search))
  const [first, screen, id, ...rest] = pathname.slice(root.length).split('/').filter(Boolean).map(decode)
  const place = { organizationId: null, id: null, query }
  if (first === undefined) return { ...place, screen: 'home' }
  if ((first === 'set-up' || first === 'callback') && screen === undefined) return { ...place, screen: first }
  if ((first === 'invitation' || first === 'password') && screen !== undefined && id === undefined)
    return { ...place, screen: first, id: screen }
  if (!first.startsWith('org_') || rest.length > 0) return { ...place, screen: 'unknown' }
  const found = screens.find((name) => name === screen && name !== 'home')
  if (screen !== undefined && found === undefined) return { ...place, organizationId: first, screen: 'unknown' }
  return { organizationId: first, screen: found ?? 'home', id: id ?? null, query }
}

/** Whether the address is a link that accepts an invitation or resets a password. */
export const isOneTimeLink = ({ screen }: ScreenLocation): boolean => screen === 'invitation' || screen === 'password'

/** The address of a screen, of one object on it, or of a list with filters. Empty filters are left out. */
export const pathOfScreen = (
  organizationId: string,
  screen: ScreenName,
  id: string | null = null,
  query: Readonly<Record<string, string>> = {},
): string => {
  const filled = Object.entries(query).filter(([, value]) => value !== '')
  const path = [root, organizationId, ...(screen === 'home' ? [] : [screen]), ...(id === null ? [] : [id])]
    .map((part, place) => (place === 0 ? part : encodeURIComponent(part)))
    .join('/')
  return filled.length === 0 ? path : `${path}?${new URLSearchParams(filled)}`
}

/** Decodes a segment of the path. If a user typed an invalid escape, the segment stays unchanged. */
const decode = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
