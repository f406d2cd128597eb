const { defineConfig } = require('@medusajs/framework/utils')

// Medusa with its default settings on PostgreSQL, without Redis and without its administration's pages.
module.exports = defineConfig({
  admin: { disable: true },
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    databaseDriverOptions: { ssl: false },
    http: {
      storeCors: '',
      adminCors: '',
      authCors: '',
      jwtSecret: 'a secret of the benchmarks alone',
      cookieSecret: 'a secret of the benchmarks alone',
    },
  },
})
