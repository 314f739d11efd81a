/** Bytes of clipboard text that fit into one message. */
const maxClipboardTextLength = (1 << 18) - 5

/** The phone's clipboard, cut at a character's end if it is too long: u8 type, u32 length, UTF-8. */
export function clipboardMessage(text: string): Buffer {
  const encoded = Buffer.from(text, 'utf8')
  const length = wholeCharacters(encoded, maxClipboardTextLength)
  const message = Buffer.alloc(5 + length)
  message.writeUInt8(0, 0)
  message.writeUInt32BE(length, 1)
  encoded.copy(message, 5, 0, length)
  return message
}

/** Says that the clipboard with this sequence number has been set: u8 type, u64 sequence. */
export function clipboardAcknowledgement(sequence: bigint): Buffer {
  const message = Buffer.alloc(9)
  message.writeUInt8(1, 0)
  message.writeBigUInt64BE(sequence, 1)
  return message
}

/** How many bytes of UTF-8, at most `limit`, end at a character's end. */
export function wholeCharacters(encoded: Buffer, limit: number): number {
  if (encoded.length <= limit) return encoded.length
  let length = limit
  while (length > 0 && ((encoded[length] ?? 0) & 0xc0) === 0x80) length--
  return length
}
