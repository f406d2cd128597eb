import { EventEmitter } from 'node:events'

/** Emits `change` after an organization has changed, so that caches in this process are cleared. */
export const organizationChanges = new EventEmitter<{ change: [] }>().setMaxListeners(0)
