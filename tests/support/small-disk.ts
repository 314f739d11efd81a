import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Disks of so many megabytes, for tests that fill them. */
export class SmallDisks {
  readonly #folders: string[] = []

  /** Mounts one; throws where this user may not, as in most containers, and for anybody but root. */
  mount(size: number): string {
    const folder = mkdtempSync(join(tmpdir(), 'phonedeck-disk-'))
    this.#folders.push(folder)
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}m`, 'phonedeck-test', folder], { stdio: 'ignore' })
    return folder
  }

  /** Gives one another size, or other manners. */
  remount(folder: string, options: string): void {
    execFileSync('mount', ['-o', `remount,${options}`, folder])
  }

  /** Whether this user may mount one here. */
  mayMount(): boolean {
    try {
      this.mount(1)
      return true
    } catch {
      return false // Which is the answer.
    }
  }

  remove(): void {
    for (const folder of this.#folders) {
      spawnSync('umount', ['--lazy', folder]) // Not each is a mount.
      rmSync(folder, { recursive: true })
    }
  }
}
