import type { Fleet } from './fleet.ts'

/** Starts something that moves without end on so many phones of the fleet. */
export async function startMotion({ server, adb }: Fleet, phones: number): Promise<void> {
  const addresses = server.lines.flatMap((line) => /"address":"([\d.:]+)"/.exec(line)?.[1] ?? []).slice(0, phones)
  for (const address of addresses) {
    await adb.run('connect', address)
    await adb.run('-s', address, 'shell', 'am', 'start', 'com.phonedeck.motion')
  }
}
