import { readFileSync } from 'node:fs'

/** The setting in a file, or why the file cannot be used, as the rest of a sentence. */
export type SettingFile =
  | { readonly text: string; readonly issue?: never }
  | { readonly issue: string; readonly text?: never }

/**
 * Reads a setting from a file; containers and systemd units receive secrets in this way. Errors never repeat the path, because an operator
 * may have put the secret in place of the path by mistake.
 */
export const readSettingFile = (path: string): SettingFile => {
  try {
    // Bytes that are not text would all become the same replacement character, so the secret would be far weaker than it looks.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path)).trim()
    return text === '' ? { issue: 'names an empty file.' } : { text }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    return { issue: reasons[code] ?? `names a file that cannot be read (${code}).` }
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'names a file that does not exist.',
  EISDIR: 'names a directory; it must name a file.',
  EACCES: 'names a file that this user may not read.',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'names a file that is no text; write random bytes as hexadecimal or base64.',
}
