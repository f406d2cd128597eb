/** The shortest text that can be a master secret, in characters. */
export const secretLengthMin = 32
