/** Without characters that look alike. */
const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789'

const passwordLength = 16

/** Bytes from here on are no whole round of the alphabet: taking them would make its first characters likelier. */
const fairBytes = 256 - (256 % alphabet.length)

function randomCharacters(): string {
  let text = ''
  while (text.length < passwordLength)
    for (const byte of crypto.getRandomValues(new Uint8Array(passwordLength)))
      if (byte < fairBytes && text.length < passwordLength) text += alphabet[byte % alphabet.length]
  return text
}

/** A password that nobody guesses and anybody can read out: 16 characters with letters and digits, as the contract's NewPassword wants. */
export function generatePassword(): string {
  for (;;) {
    const text = randomCharacters()
    if (/[A-Za-z]/.test(text) && /\d/.test(text)) return text
  }
}
