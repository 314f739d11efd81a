import { posix } from 'node:path'
import { LimitExceeded, type Budget } from './budget.ts'
import type { FileSystem } from './file-system.ts'
import { compilePattern, hasPatternCharacters, unescapePattern } from './pattern.ts'

const MAX_MATCHES = 20_000

/** The paths that a pattern matches, sorted; none when nothing does. A leading dot has to be written out. */
export async function expandPaths(pattern: string, cwd: string, files: FileSystem, budget: Budget): Promise<string[]> {
  const absolute = pattern.startsWith('/')
  const segments = pattern.split('/')
  if (absolute) segments.shift()
  let found = [absolute ? '/' : '']
  for (const [index, segment] of segments.entries()) {
    const last = index === segments.length - 1
    const next: string[] = []
    for (const base of found) {
      await budget.spend()
      const names = segment === '' ? [''] : namesMatching(segment, posix.resolve(cwd, base), files)
      for (const name of names) {
        await budget.spend()
        const path = base + name
        if (!last && files.isDirectory(posix.resolve(cwd, path))) next.push(name === '' ? path : `${path}/`)
        else if (last && (name !== '' || pattern.endsWith('/'))) next.push(path)
      }
      if (next.length > MAX_MATCHES) throw new LimitExceeded('too many matching files')
    }
    found = next
  }
  return found
}

function namesMatching(segment: string, directory: string, files: FileSystem): string[] {
  if (!hasPatternCharacters(segment)) {
    const name = unescapePattern(segment)
    const path = posix.join(directory, name)
    return files.exists(path) ? [name] : []
  }
  if (!files.isDirectory(directory)) return []
  const matches = compilePattern(segment)
  return files.list(directory).filter((name) => matches(name) && (!name.startsWith('.') || segment.startsWith('.')))
}
