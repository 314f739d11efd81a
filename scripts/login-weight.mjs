// What the login page loads before anybody can sign in, read from the built console: the page's scripts and styles, and
// what the entry fetches with the login screen. `bench/login-weight.ts` measures the same in a browser.
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** JavaScript and CSS of the login page, in kB over the wire: what the first release promised. */
export const loginBudget = 180

const linked = /(?:src|href)="\/([^"]+\.(?:js|css))"/g
/** Vite's list of everything that lazy chunks need, and the places in it of what the login screen needs. */
const fetchable = /__vite__mapDeps=.*?\[((?:["'`][^\]]*)?)\]/
const withLogin = /import\(["'`]\.\/Login-.*?__vite__mapDeps\(\[([\d,]+)\]\)/

const bytesOverTheWire = (file) => statSync(`${file}.br`, { throwIfNoEntry: false })?.size ?? statSync(file).size // The smallest are sent as they are.

/** Kilobytes of the built console in this folder. */
export function loginWeight(dist) {
  const page = [...readFileSync(join(dist, 'index.html'), 'utf8').matchAll(linked)].map(([, file]) => file)
  const entry = page.find((file) => /\/index-[^/]*\.js$/.test(file))
  if (entry === undefined) throw new Error(`${dist}/index.html has no entry`)
  const code = readFileSync(join(dist, entry), 'utf8')
  const [, list] = fetchable.exec(code) ?? []
  const [, places] = withLogin.exec(code) ?? []
  if (list === undefined || places === undefined) throw new Error(`${entry} does not say what the login screen needs`)
  const files = [...list.matchAll(/["'`]([^"'`]+)["'`]/g)].map(([, file]) => file)
  const needed = new Set([...page, ...places.split(',').map((place) => files[Number(place)])])
  return [...needed].reduce((sum, file) => sum + bytesOverTheWire(join(dist, file)), 0) / 1_000
}
