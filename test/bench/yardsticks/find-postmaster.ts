import pg from 'pg'

/** The process id of the PostgreSQL server behind an address. The processes of the server's connections are its children. */
export const findPostmaster = async (databaseUrl: string): Promise<number> => {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const { rows } = await client.query<{ line: string }>(
    `select split_part(pg_read_file('postmaster.pid'), chr(10), 1) as line`,
  )
  await client.end()
  return Number(rows[0]!.line)
}
