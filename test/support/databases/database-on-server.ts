import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** Creates a database on the server at `serverUrl`, empty or as a copy of the database at `templateUrl`. Returns its address. */
export const createDatabase = async (serverUrl: string, templateUrl?: string): Promise<string> => {
  const name = `test_${randomBytes(8).toString('hex')}`
  const template = templateUrl ? nameOf(templateUrl) : 'template0'
  // Copying files takes a quarter of the time that writing every page to the log would take.
  await copyDatabase(serverUrl, `create database ${name} template ${template} strategy file_copy`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

/** Creates an empty database whose locale knows only ASCII. Returns its address. */
export const createAsciiDatabase = async (serverUrl: string): Promise<string> => {
  const name = `test_${randomBytes(8).toString('hex')}`
  await runOn(serverUrl, `create database ${name} template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

/** Retries up to three times: a copy begins with a checkpoint, which sometimes fails while another test's database is dropped. */
const copyDatabase = async (serverUrl: string, statement: string): Promise<void> => {
  for (let triesLeft = 3; ; triesLeft--)
    try {
      return await runOn(serverUrl, statement)
    } catch (error) {
      if (triesLeft === 0 || !String(error).includes('checkpoint request failed')) throw error
    }
}

/** Drops the database at `url`, even if clients are still connected to it. Does nothing if it does not exist. */
export const dropDatabase = (serverUrl: string, url: string): Promise<void> =>
  runOn(serverUrl, `drop database if exists ${nameOf(url)} with (force)`)

const nameOf = (url: string): string => new URL(url).pathname.slice(1)

const runOn = async (serverUrl: string, statement: string): Promise<void> => {
  const client = new pg.Client(serverUrl)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
