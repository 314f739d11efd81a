// Finds every chart of the console and the domain. Runs under Node 24, which reads TypeScript.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { StateMachine } from 'xstate'
import { root } from './node-runtime.mjs'

const places = ['domain', 'src/machines', 'packages/machines-inspector/src/machines']

const kebab = (id) => id.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** The first sentence of the comment that stands right before the export. */
function purposeOf(source, name) {
  const before = source.slice(0, source.search(new RegExp(`export (?:const|function) ${name}\\b`)))
  const comment = /\/\*\*((?:(?!\*\/)[^])*)\*\/\s*$/.exec(before)?.[1]
  if (comment === undefined) throw new Error(`${name} has no comment that says what it models`)
  const text = comment
    .replaceAll(/^\s*\* ?/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return /^.*?[.](?=\s[A-Z]|$)/.exec(text)?.[0] ?? text
}

/** `{ name, file, purpose, machine, code }` of each, by name: `code` is what a program writes for it. A file that makes a machine holds one, or a function that makes it. */
export async function findMachines() {
  const files = places.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  const found = []
  for (const file of files.filter((name) => name.endsWith('.ts'))) {
    const source = readFileSync(join(root, file), 'utf8')
    if (!source.includes('createMachine(')) {
      if (file.startsWith('src/machines/')) throw new Error(`${file} holds no machine: what is none stands elsewhere`)
      continue
    }
    const exported = Object.entries(await import(join(root, file))).flatMap(([name, value]) => {
      if (value instanceof StateMachine) return [{ name, machine: value, code: name }]
      const makes = typeof value === 'function' && name.endsWith('Machine')
      return makes ? [{ name, machine: value(), code: `${name}()` }] : []
    })
    if (exported.length !== 1) throw new Error(`${file} exports ${exported.length} machines, not one`)
    const [{ name: exportName, machine, code }] = exported
    const name = basename(file, '.ts')
    if (kebab(machine.id) !== name) throw new Error(`${file} holds the machine ${machine.id}: name one after the other`)
    found.push({ name, file, purpose: purposeOf(source, exportName), machine, code })
  }
  return found.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}
