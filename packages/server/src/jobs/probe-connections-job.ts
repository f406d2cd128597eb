import type { Billing } from '../billing/billing.ts'
import { probeConnections } from '../connections/probe-connections.ts'
import type { Connections } from '../connections/registry.ts'
import type { Job } from './job.ts'

/** Asks the processors of paused connections now and then whether they let us in again. */
export const probeConnectionsJob = (connections: Connections, { database, logger }: Billing): Job => ({
  name: 'probe-connections',
  everySeconds: 10,
  run: () => probeConnections(connections, database, logger),
})
