import { userInfo } from 'node:os'

/** The name of the logged-in user, also under `sudo`; a container may have none. */
export const userName = (): string => {
  const loggedIn = process.env['SUDO_USER']
  if (loggedIn) return loggedIn
  try {
    return userInfo().username
  } catch {
    return 'operator'
  }
}
