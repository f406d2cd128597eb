import { EventEmitter } from 'node:events'

/** Tells those in this process who remember organizations that one has changed (`change`). */
export const organizationChanges = new EventEmitter<{ change: [] }>().setMaxListeners(0)
