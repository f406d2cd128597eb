import type { Command } from 'commander'

/**
 * Adds `webhooks listen`. It calls a server over HTTP like any merchant's program, so it also runs on machines without that server's store.
 */
export const addWebhookCommands = (program: Command, environment: Readonly<NodeJS.ProcessEnv>): void => {
  program
    .command('webhooks')
    .description('events for a program that the server cannot reach')
    .exitOverride()
    .command('listen')
    .description('forward events from now on, signed as webhooks are, until it is told to stop')
    .requiredOption('--forward-to <url>', 'where to post each event, such as http://localhost:3000/webhooks')
    .option('--server <url>', 'where the billing server is reached', 'http://localhost:4242')
    .option('--api-key <key>', 'a key with events:read; better in BILLING_API_KEY, where nobody else sees it')
    .option('--secret <secret>', 'sign with this whsec_…; absent: a new one is printed')
    .option('--after <id>', 'begin after this event; absent: after the last one')
    .option('--json', 'print one JSON object for each event')
    .exitOverride()
    .action(async ({ apiKey = environment['BILLING_API_KEY'] ?? '', ...options }) => {
      // Loaded here, so that no other command waits for it.
      const { listenToWebhooks } = await import('./listen-to-webhooks.ts')
      await listenToWebhooks({ apiKey, ...options })
    })
}
