import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { expect, test } from 'vitest'
import { readIndex } from './read-decisions.ts'
import { everyPath, isTest, parse, placeOf, type Source, sources } from './sources.ts'

/** Something that a comment or document cites. */
interface Named {
  readonly source: Source
  readonly offset: number
  readonly name: string
}

const code = sources('{packages,examples,test}/**/*.{ts,tsx,mjs,js,css}', '*.ts')
const documents = sources('*.md', '{packages,examples,test,.github}/**/*.md')

test('a record is cited in one form: DECISIONS and its number', () => {
  const violations = found([...code, ...documents], citation)
    .map((cited) => ({ ...cited, name: cited.name.replaceAll(/[\s*/]+/g, ' ') }))
    .filter(({ name }) => !/^DECISIONS \d+$/.test(name))
    .map(
      (cited) =>
        `${placeFor(cited)} cites “${cited.name}”: say the reason itself, or cite a record of packages/DECISIONS.md as “DECISIONS 84”`,
    )

  expect(violations).toEqual([])
})

test('every cited record is active', () => {
  const active = new Set(readIndex().map(({ number }) => String(number)))
  const missing = found([...code, ...documents], /\bDECISIONS[\s*/]+(\d+)/g)
    .filter(({ name }) => !active.has(name))
    .map((cited) => `${placeFor(cited)} cites DECISIONS ${cited.name}, which is no active row of packages/DECISIONS.md`)

  expect(missing).toEqual([])
})

test('every file that a comment or a document names exists', () => {
  const isFolder = new Set(everyPath().flatMap((path) => dirname(path).split('/')))
  const files = [...inComments(fileName), ...found(documents, fileName)]
  const paths = [...inComments(quotedPath), ...found(documents, quotedPath)].filter(({ name }) =>
    isFolder.has(name.split('/')[0]!),
  )
  const missing = [...files, ...paths]
    .filter((named) => !isThere(named))
    .map((named) => `${placeFor(named)} names ${named.name}, which is not there: name the file as it is called now`)

  expect(missing).toEqual([])
})

test('every link of a document leads to an existing file and heading', () => {
  const missing = found(documents, /\]\((?!https?:|mailto:)([^)\s]+)\)|^\[[^\]]+\]: (?!https?:)(\S+)/gm)
    .filter(({ source, name }) => {
      const [path, heading] = name.split('#')
      const target = path === '' ? source.path : join(dirname(source.path), path!)
      return !everything.has(target) || (heading !== undefined && !headingsOf(target).includes(heading))
    })
    .map((link) => `${placeFor(link)} links to ${link.name}, which is not there: mend the link`)

  expect(missing).toEqual([])
})

test('every test that a document names by its title exists', () => {
  const missing = documents.flatMap((source) =>
    [...source.text.matchAll(/^\[[^\]]+\]: (\S+) '(.+)'$/gm)]
      .map(([, file, title]) => ({ path: join(dirname(source.path), file!), title: title! }))
      .filter(({ path, title }) => isTest(path) && !(everything.has(path) && read(path).includes(title)))
      .map(
        ({ path, title }) => `${source.path} names “${title}”, which ${path} does not have: name a test that it has`,
      ),
  )

  expect(missing).toEqual([])
})

test('every npm script that a comment or a document names exists', () => {
  const manifests = sources('package.json', '{packages,examples}/*/package.json')
  const scripts = new Set(manifests.flatMap(({ text }) => Object.keys(JSON.parse(text).scripts ?? {})))
  const command = /\bnpm run ([\w:-]+)/g
  const missing = [...inComments(command), ...found(documents, command)]
    .filter(({ name }) => !scripts.has(name))
    .map((named) => `${placeFor(named)} names npm run ${named.name}, which no package.json has`)

  expect(missing).toEqual([])
})

test('every name that a comment links to is declared somewhere', () => {
  const missing = inComments(/\{@link[\s*]+([\w.]+)/g)
    .filter(({ name }) => name.split('.').some((part) => !words.has(part)))
    .map((named) => `${placeFor(named)} links to ${named.name}, which no code has: link to the name that it has now`)

  expect(missing).toEqual([])
})

/**
 * Matches a word for a numbered document and the number after it, even if a comment breaks the line in between, and any further numbers
 * that follow.
 */
const citation =
  /\b((?:decisions?|interface|issue)(?:[ \t,]|\n[ \t]*(?:\*|\/\/)?[ \t]*)+(?:no\. ?|§ ?|#)?\d+(?:\.\d+)*(?:(?:, ?| and | or | to )\d+)*)/gi

/** A file's name, with or without folders; but not that of a built file, nor a part of a URL or a package. */
const fileName =
  /(?<![\w@$./{<:*-])(?:\.{1,2}\/)*((?!dist\/)(?:[\w.-]+\/)*[\w-]+(?:\.[\w-]+)*\.(?:tsx?|mjs|css|md))\b(?![/\w*])/g

/** A path in backticks, of a folder or of a file without its ending. */
const quotedPath = /`([a-z][\w.-]*(?:\/[\w.-]+)+)\/?`/g

const everything = new Set(everyPath())

/** Every end of every path, with and without the file's ending, so that a citation may shorten a path. */
const endsOfPaths = new Set(
  [...everything].flatMap((path) =>
    path
      .split('/')
      .map((_, at, parts) => parts.slice(at).join('/'))
      .flatMap((end) => [end, end.replace(/\.tsx?$/, '')]),
  ),
)

/** A path that begins with `src/` is looked up in the package that cites it. */
const isThere = ({ source, name }: Named): boolean =>
  name.startsWith('src/')
    ? everything.has(`${source.path.split('/').slice(0, 2).join('/')}/${name}`)
    : endsOfPaths.has(name)

const found = (among: readonly Source[], pattern: RegExp): readonly Named[] =>
  among.flatMap((source) =>
    [...source.text.matchAll(pattern)].map((match) => ({
      source,
      offset: match.index,
      name: match.slice(1).find((group) => group !== undefined)!,
    })),
  )

/** Citations in the comments of the code. */
const inComments = (pattern: RegExp): readonly Named[] => found(commentsAlone, pattern)

const isScript = /\.(ts|tsx|mjs|js)$/

/** The code with everything but comments replaced by blanks, so that offsets stay those of the file. */
const commentsAlone = code.map((source) => {
  const comments = isScript.test(source.path)
    ? parse(source).comments
    : [...source.text.matchAll(/\/\*[^]*?\*\//g)].map(({ index, 0: { length } }) => ({
        start: index,
        end: index + length,
      }))
  const blank = (from: number, to?: number): string => source.text.slice(from, to).replaceAll(/[^\n]/g, ' ')
  const parts = comments.map(
    ({ start, end }, at) => blank(comments[at - 1]?.end ?? 0, start) + source.text.slice(start, end),
  )
  return { ...source, text: parts.join('') }
})

/** Every word of the code outside of comments. */
const words = new Set(
  code.flatMap(({ text }, at) => {
    const comments = commentsAlone[at]!.text
    return [...text.matchAll(/[A-Za-z_]\w*/g)]
      .filter(({ index }) => !/\S/.test(comments[index] ?? ''))
      .map(([word]) => word)
  }),
)

const placeFor = ({ source, offset }: Named): string => placeOf(source, offset)

const headingsOf = (path: string): readonly string[] =>
  [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

const read = (path: string): string => readFileSync(path, 'utf8')
