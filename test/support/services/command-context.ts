import type { CommandContext } from '#server/cli/command-context.ts'
import type { RunningService } from './running-service.ts'

/** The context for commands of the command line, with the database and billing of a service in this process. */
export const commandContext = ({ database, billing }: RunningService): CommandContext =>
  ({
    config: { dataDir: '.', mode: 'sandbox', secretKey: '', publicUrl: null, trustedProxies: [] },
    store: { database: { db: database.db, kind: 'embedded', ping: async () => {} } },
    billing: { billing, cardKeys: billing.cardKeys, connections: { processors: billing.processors } },
    wallClock: billing.wallClock,
  }) as unknown as CommandContext
