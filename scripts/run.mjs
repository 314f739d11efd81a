import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { childEnvironment, root } from './node-runtime.mjs'

/**
 * Runs a command of the project to its end and answers its exit code, which is that of shells where a signal ended it. SIGTERM and
 * SIGINT are passed on; the child is told when this process dies unexpectedly, by its IPC channel closing.
 */
export function run(command, args, { env = {}, stdio = 'inherit', ipc = false } = {}) {
  const child = spawn(command, args, {
    cwd: root,
    env: childEnvironment(env),
    stdio: ipc ? [stdio, stdio, stdio, 'ipc'] : stdio,
  })
  const passOn = (signal) => child.kill(signal)
  process.on('SIGTERM', passOn)
  // A terminal sends Ctrl-C to the child as well; here it only must not end this process before its child.
  process.on('SIGINT', passOn)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      process.off('SIGTERM', passOn)
      process.off('SIGINT', passOn)
      resolve(code ?? 128 + constants.signals[signal])
    })
  })
}

/** Runs a command and ends this process when it fails. */
export async function must(command, args, options) {
  const code = await run(command, args, options)
  if (code !== 0) process.exit(code)
}
