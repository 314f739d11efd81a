import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Config } from '../config/config.ts'
import { reserve } from '../files/file-storage.ts'
import { type Check, failed, ok, warning } from './finding.ts'

const gigabytes = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(1)} GB free`

/** The disk of the data folder, or of where it would be made. */
export const diskCheck = ({ dataDir }: Pick<Config, 'dataDir'>): Check => ({
  name: 'disk',
  async look() {
    let folder = dataDir
    while (!existsSync(folder)) folder = dirname(folder)
    const { bavail, bsize } = await statfs(folder)
    const free = bavail * bsize
    const words = `${gigabytes(free)} at DATA_DIR=${dataDir}`
    if (free < reserve) return [failed('disk', `${words}; uploads are refused below 1 GB: make room, or move DATA_DIR`)]
    if (free < 5 * reserve) return [warning('disk', `${words}; make room, or move DATA_DIR`)]
    return [ok('disk', words)]
  },
})
