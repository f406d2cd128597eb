// The part of the tar format that our files need. It lets an operator inspect and extract them with `tar`.

/** A member of a tar file. */
export interface TarMember {
  readonly name: string
  readonly kind: 'file' | 'folder'
  /** Bytes of content; 0 for a folder. */
  readonly size: number
}

/** Tar consists of blocks of this many bytes: headers, and contents that are padded to whole blocks. */
export const tarBlockBytes = 512

/** The end of a tar file. */
export const tarEnd: Buffer = Buffer.alloc(2 * tarBlockBytes)

/** Builds the header of a member. Throws if the name is too long for it. */
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

/** Parses a header; `undefined` if the bytes are not one. The size is what the header claims, even if less content follows. */
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

/** The number of zero bytes that pad content of this size. */
export const tarPadding = (size: number): number => (tarBlockBytes - (size % tarBlockBytes)) % tarBlockBytes

/** Eleven octal digits hold sizes up to 8 GiB. Larger sizes are written as GNU tar does: as a binary number with the first bit set. */
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

/** The sum of all bytes, in which the checksum field counts as spaces. */
const checksumOf = (header: Buffer): number =>
  header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0)

const textAt = (header: Buffer, at: number, length: number): string => {
  const bytes = header.subarray(at, at + length)
  const end = bytes.indexOf(0)
  return bytes.toString('utf8', 0, end === -1 ? length : end).trim()
}
