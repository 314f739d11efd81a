import { type Finding, failed, ok, warning } from './finding.ts'

/** Seconds: tickets that live so long are refused; logs of several machines can't be read side by side. */
const tooMuch = 30
const notice = 2

/** How a clock elsewhere differs from this machine's; it was read between two moments here, all in milliseconds. */
export function clockFinding(whose: string, theirs: number, [before, after]: readonly [number, number]): Finding {
  const ahead = Math.round((theirs - (before + after) / 2) / 1_000)
  const words = `${Math.abs(ahead)} s ${ahead < 0 ? 'behind' : 'ahead of'} this machine's`
  const remedy = 'have both set their clocks by NTP'
  const check = `clock of ${whose}`
  if (Math.abs(ahead) > tooMuch) return failed(check, `${words}; ${remedy}`)
  return Math.abs(ahead) > notice ? warning(check, `${words}; ${remedy}`) : ok(check, words)
}
