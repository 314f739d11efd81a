import { describe, expect, it, vi } from 'vitest'
import { FileSystem } from '../../../phone/shell/file-system.ts'
import { FileSystemError } from '../../../phone/shell/inode.ts'
import { fc } from '../../support/properties.ts'

const MEGABYTE = 1024 * 1024
const make = (capacity = MEGABYTE) => new FileSystem({ capacity })
const text = (files: FileSystem, path: string) => files.readFile(path).toString()

const codeOf = (run: () => unknown) => {
  try {
    run()
    return 'nothing'
  } catch (error) {
    if (error instanceof FileSystemError) return error.code
    throw error
  }
}

describe('the file system', () => {
  it('keeps what was written, and appends to it', () => {
    const files = make()
    files.writeFile('/a', 'one')
    const writer = files.openWrite('/a', { append: true })
    writer?.write(Buffer.from('two'))
    writer?.close()
    expect(text(files, '/a')).toBe('onetwo')
    files.writeFile('/a', 'new')
    expect(text(files, '/a')).toBe('new')
  })

  it('follows links, relative and absolute, but not in circles', () => {
    const files = make()
    files.mkdir('/d/e', { parents: true })
    files.writeFile('/d/e/f', 'x')
    files.symlink('e/f', '/d/relative')
    files.symlink('/d', '/absolute')
    expect(text(files, '/absolute/relative')).toBe('x')
    expect(files.realpath('/absolute/relative')).toBe('/d/e/f')
    files.symlink('/b', '/c')
    files.symlink('/c', '/b')
    expect(codeOf(() => files.stat('/b'))).toBe('ELOOP')
    expect(files.readlink('/b')).toBe('/c')
  })

  it('resolves dots, and stays inside its root', () => {
    const files = make()
    files.mkdir('/d/e', { parents: true })
    files.writeFile('/x', '1')
    expect(text(files, '/d/./e/../../x')).toBe('1')
    expect(text(files, '/../../../x')).toBe('1')
  })

  it.each<[string, (files: FileSystem) => unknown, string]>([
    ['reading what is not there', (files) => files.readFile('/no'), 'ENOENT'],
    ['a path through a file', (files) => files.readFile('/file/x'), 'ENOTDIR'],
    ['a file with a slash behind it', (files) => files.stat('/file/'), 'ENOTDIR'],
    ['reading a folder', (files) => files.openRead('/folder'), 'EISDIR'],
    ['writing over a folder', (files) => files.writeFile('/folder', ''), 'EISDIR'],
    ['making what is there', (files) => files.mkdir('/folder'), 'EEXIST'],
    ['making below what is not there', (files) => files.mkdir('/no/x'), 'ENOENT'],
    ['removing a folder that is not empty', (files) => files.remove('/folder'), 'ENOTEMPTY'],
    ['removing the root', (files) => files.remove('/'), 'EINVAL'],
    ['moving a folder into itself', (files) => files.rename('/folder', '/folder/x'), 'EINVAL'],
    ['moving a folder over a file', (files) => files.rename('/folder', '/file'), 'ENOTDIR'],
    ['a name that is too long', (files) => files.writeFile(`/${'n'.repeat(256)}`, ''), 'ENAMETOOLONG'],
    ['a name of too many bytes', (files) => files.writeFile(`/${'測'.repeat(86)}`, ''), 'ENAMETOOLONG'],
    ['a path that is too long', (files) => files.stat('/x'.repeat(3000)), 'ENAMETOOLONG'],
    ['folders nested too deeply', (files) => files.mkdir('/d'.repeat(1000), { parents: true }), 'ENAMETOOLONG'],
    ['writing to a read-only place', (files) => files.writeFile('/fixed/x', ''), 'EROFS'],
    ['removing a read-only place', (files) => files.remove('/fixed'), 'EROFS'],
    ['more than fits', (files) => files.writeFile('/big', Buffer.alloc(2 * MEGABYTE)), 'ENOSPC'],
  ])('refuses %s', (_what, run, code) => {
    const files = make()
    files.writeFile('/file', 'x')
    files.mkdir('/folder')
    files.writeFile('/folder/inner', 'x')
    files.mkdir('/fixed', { readOnly: true })
    expect(codeOf(() => run(files))).toBe(code)
  })

  it('gives room back when files go, also those still being written', () => {
    const files = make()
    const empty = files.used
    files.writeFile('/a', Buffer.alloc(1000))
    const writer = files.openWrite('/b', { append: false })
    writer?.write(Buffer.alloc(500_000))
    files.remove('/b')
    expect(files.used).toBeGreaterThan(500_000)
    writer?.close()
    files.remove('/a')
    expect(files.used).toBe(empty)
  })

  it('counts every file, so that empty ones are bounded too', () => {
    const files = make()
    expect(
      codeOf(() => {
        for (let index = 0; index < 5_000; index += 1) files.writeFile(`/${index}`, '')
      }),
    ).toBe('ENOSPC')
  })

  it('does not change what was read before', () => {
    const files = make()
    files.writeFile('/a', 'before')
    const before = files.readFile('/a')
    files.writeFile('/a', 'AFTER!')
    expect(before.toString()).toBe('before')
  })

  it('never loses count of its room, whatever is done', () => {
    const name = fc.constantFrom('/a', '/b', '/d', '/d/x', '/d/y', '/l')
    const step = fc.oneof(
      fc.record({ do: fc.constant('write' as const), path: name, size: fc.nat(5_000) }),
      fc.record({ do: fc.constant('remove' as const), path: name }),
      fc.record({ do: fc.constant('mkdir' as const), path: name }),
      fc.record({ do: fc.constant('link' as const), path: name, to: name }),
      fc.record({ do: fc.constant('rename' as const), path: name, to: name }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const files = make(40_000)
        const empty = files.used
        for (const action of steps) {
          codeOf(() => {
            if (action.do === 'write') files.writeFile(action.path, Buffer.alloc(action.size))
            else if (action.do === 'remove') files.removeTree(action.path)
            else if (action.do === 'mkdir') files.mkdir(action.path)
            else if (action.do === 'link') files.symlink(action.to, action.path)
            else files.rename(action.path, action.to)
          })
          expect(files.used).toBeLessThanOrEqual(files.capacity)
        }
        files.removeTree('/')
        expect(files.used).toBe(empty)
      }),
    )
  })
})

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('a watched path', () => {
  it('tells of a write, a replacement and a removal, once each', async () => {
    const files = make()
    files.writeFile('/a', '1')
    const changed = vi.fn<() => void>()
    const stop = files.watch('/a', changed)
    files.writeFile('/a', '2')
    await settled()
    expect(changed).toHaveBeenCalledTimes(1)
    files.writeFile('/b', '3')
    await settled()
    expect(changed).toHaveBeenCalledTimes(1)
    files.rename('/b', '/a')
    await settled()
    expect(changed).toHaveBeenCalledTimes(2)
    files.remove('/a')
    await settled()
    expect(changed).toHaveBeenCalledTimes(3)
    stop()
    files.writeFile('/a', '4')
    await settled()
    expect(changed).toHaveBeenCalledTimes(3)
  })
})
