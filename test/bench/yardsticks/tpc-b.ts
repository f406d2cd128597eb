import pg from 'pg'

/**
 * Measures the transactions per second of the statements that pgbench calls TPC-B, sent one after another by `clients` connections: the
 * speed of this server and machine at small transactions. Creates its tables in the database.
 */
export const measureTpcB = async (databaseUrl: string, clients: number, seconds: number): Promise<number> => {
  const connections = await Promise.all(Array.from({ length: clients }, () => connect(databaseUrl)))
  try {
    await connections[0]!.query(tables)
    await Promise.all(connections.map((connection) => runUntil(connection, performance.now() + 1000)))
    const began = performance.now()
    const done = await Promise.all(connections.map((connection) => runUntil(connection, began + seconds * 1000)))
    return done.reduce((sum, count) => sum + count, 0) / ((performance.now() - began) / 1000)
  } finally {
    await Promise.all(connections.map((connection) => connection.end()))
  }
}

const connect = async (databaseUrl: string): Promise<pg.Client> => {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  return client
}

const scale = 10

const tables = `
  create table pgbench_branches (bid integer primary key, bbalance integer);
  create table pgbench_tellers (tid integer primary key, tbalance integer);
  create table pgbench_accounts (aid integer primary key, abalance integer, filler char(84));
  create table pgbench_history (tid integer, bid integer, aid integer, delta integer, mtime timestamp);
  insert into pgbench_branches select n, 0 from generate_series(1, ${scale}) n;
  insert into pgbench_tellers select n, 0 from generate_series(1, ${scale * 10}) n;
  insert into pgbench_accounts select n, 0, '' from generate_series(1, ${scale * 10_000}) n;
  analyze`

const runUntil = async (connection: pg.Client, end: number): Promise<number> => {
  let done = 0
  for (; performance.now() < end; done++) {
    for (const statement of transaction()) await connection.query(statement)
  }
  return done
}

const upTo = (max: number): number => 1 + Math.floor(Math.random() * max)

const transaction = (): readonly string[] => {
  const [aid, tid, bid, delta] = [upTo(scale * 10_000), upTo(scale * 10), upTo(scale), upTo(5000)]
  return [
    'begin',
    `update pgbench_accounts set abalance = abalance + ${delta} where aid = ${aid}`,
    `select abalance from pgbench_accounts where aid = ${aid}`,
    `update pgbench_tellers set tbalance = tbalance + ${delta} where tid = ${tid}`,
    `update pgbench_branches set bbalance = bbalance + ${delta} where bid = ${bid}`,
    `insert into pgbench_history values (${tid}, ${bid}, ${aid}, ${delta}, current_timestamp)`,
    'commit',
  ]
}
