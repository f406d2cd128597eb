import type { Billing } from '../billing/billing.ts'
import { probeConnections } from '../connections/probe-connections.ts'
import type { Connections } from '../connections/registry.ts'
import type { Job } from './job.ts'

/** Queries the processors of paused connections from time to time whether they accept our credentials again. */
export const probeConnectionsJob = (connections: Connections, { database, logger }: Billing): Job => ({
  name: 'probe-connections',
  everySeconds: 10,
  run: () => probeConnections(connections, database, logger),
})
