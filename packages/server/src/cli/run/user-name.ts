import { userInfo } from 'node:os'

/** The name of the user who is logged in; a container may have none. */
export const userName = (): string => {
  try {
    return userInfo().username
  } catch {
    return 'operator'
  }
}
