// The part of the tar format that our files need, so that an operator can look into them with `tar` and take out what is in there.

/** A member of a tar file. */
export interface TarMember {
  readonly name: string
  readonly kind: 'file' | 'folder'
  /** Bytes of content; 0 of a folder. */
  readonly size: number
}

/** Headers, and the space that contents are padded to, come in blocks of this many bytes. */
export const tarBlockBytes = 512

/** What ends a tar file. */
export const tarEnd: Buffer = Buffer.alloc(2 * tarBlockBytes)

/** The header of a member. Throws for a name that is too long for it. */
export const tarHeader = ({ name, kind, size }: TarMember): Buffer => {
  if (Buffer.byteLength(name) > 100) throw new Error(`The name ${name} is too long for a tar file.`)
  const header = Buffer.alloc(tarBlockBytes)
  header.write(name, 0)
  header.write(kind === 'folder' ? '0000700\0' : '0000600\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  writeSize(header, size)
  header.write('00000000000\0', 136)
  header.write(kind === 'folder' ? '5' : '0', 156)
  header.write('ustar\x0000', 257)
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

/** The member that a header is of; `undefined` if it is no header. The size is what the header says, whether or not so much follows. */
export const readTarHeader = (header: Buffer): TarMember | undefined => {
  if (header.length !== tarBlockBytes || header.toString('latin1', 257, 262) !== 'ustar') return undefined
  if (Number.parseInt(textAt(header, 148, 8), 8) !== checksumOf(header)) return undefined
  const size = readSize(header)
  if (!Number.isSafeInteger(size) || size < 0) return undefined
  return {
    name: textAt(header, 0, 100),
    kind: header.toString('latin1', 156, 157) === '5' ? 'folder' : 'file',
    size,
  }
}

/** How many zeros follow so many bytes of content. */
export const tarPadding = (size: number): number => (tarBlockBytes - (size % tarBlockBytes)) % tarBlockBytes

/** Eleven octal digits hold sizes up to 8 GiB. What is larger is written as GNU tar does: a binary number behind a set first bit. */
const writeSize = (header: Buffer, size: number): void => {
  if (size < 8 ** 11) {
    header.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
    return
  }
  header[124] = 0x80
  header.writeBigUInt64BE(BigInt(size), 128)
}

const readSize = (header: Buffer): number =>
  header[124] === 0x80 ? Number(header.readBigUInt64BE(128)) : Number.parseInt(textAt(header, 124, 12), 8)

/** The sum of all bytes, those of the checksum's own place counted as spaces. */
const checksumOf = (header: Buffer): number =>
  header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0)

const textAt = (header: Buffer, at: number, length: number): string => {
  const bytes = header.subarray(at, at + length)
  const end = bytes.indexOf(0)
  return bytes.toString('utf8', 0, end === -1 ? length : end).trim()
}
