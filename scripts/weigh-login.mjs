// What the login page's JavaScript and CSS weigh on the wire: every byte that the server answers, headers and all, to a
// browser that takes compressed files. Fails above what the first release promised. Runs under Node 24.
// `bench/login-weight.ts` measures the same in a browser.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { createApp } from '../server/http/app.ts'
import { readConfig } from '../server/config/config.ts'
import { serveConsole } from '../server/http/console-files.ts'
import { openLog } from '../server/start/logging.ts'
import { root } from './node-runtime.mjs'

/** In kB. */
const budget = 180

const dist = join(root, 'dist')

const linked = /(?:src|href)="\/([^"]+\.(?:js|css))"/g
/** Vite's list of everything that lazy chunks need, and the places in it of what the login screen needs. */
const fetchable = /__vite__mapDeps=.*?\[((?:["'`][^\]]*)?)\]/
const withLogin = /import\(["'`]\.\/Login-.*?__vite__mapDeps\(\[([\d,]+)\]\)/

/** The page's scripts and styles, and what the entry fetches with the login screen. */
function filesOfLogin() {
  const page = [...readFileSync(join(dist, 'index.html'), 'utf8').matchAll(linked)].map(([, file]) => file)
  const entry = page.find((file) => /\/index-[^/]*\.js$/.test(file))
  if (entry === undefined) throw new Error(`${dist}/index.html has no entry`)
  const code = readFileSync(join(dist, entry), 'utf8')
  const [, list] = fetchable.exec(code) ?? []
  const [, places] = withLogin.exec(code) ?? []
  if (list === undefined || places === undefined) throw new Error(`${entry} does not say what the login screen needs`)
  const files = [...list.matchAll(/["'`]([^"'`]+)["'`]/g)].map(([, file]) => file)
  return new Set([...page, ...places.split(',').map((place) => files[Number(place)])])
}

/** Asks for the files one after the other, and answers how many bytes came. */
async function bytesOverTheWire(port, files) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let bytes = 0
  for (const file of files) {
    const [answer] = await once(
      get({ port, agent, path: `/${file}`, headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } }),
      'response',
    )
    if (answer.statusCode !== 200) throw new Error(`${file}: ${answer.statusCode}`)
    const { socket } = answer
    await once(answer.resume(), 'end')
    bytes = socket.bytesRead // Of the one socket that brought them all.
  }
  agent.destroy()
  return bytes
}

const config = readConfig({ LOG_LEVEL: 'error' })
const app = await createApp(config, openLog(config))
await serveConsole(app, dist)
await app.listen({ port: 0, host: '127.0.0.1' })
const files = filesOfLogin()
const weight = (await bytesOverTheWire(app.server.address().port, files)) / 1_000
await app.close()
console.log(`  ${weight.toFixed(1)} of ${budget} kB, in ${files.size} files`)
process.exitCode = weight <= budget ? 0 : 1
