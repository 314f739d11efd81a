import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Where the control plane listens during `npm run dev`. */
const controlPlane = `http://127.0.0.1:${process.env.PORT ?? 8080}`

const compressible = /\.(?:js|css|html|svg|json)$/
/** Below this many bytes a compressed answer is no smaller on the wire. */
const worthCompressing = 1_024

/** One below the best: 1 % larger, and a build is seconds shorter. */
const brotliQuality = 10

/** Writes a .br and a .gz beside every text file, so that the server never compresses while somebody waits. */
function precompressed(): Plugin {
  const brotli = promisify(brotliCompress)
  const deflate = promisify(gzip)
  return {
    name: 'precompressed',
    apply: 'build',
    // Reads what was written: in the bundle, Vite's own placeholders may not have been filled in yet.
    async writeBundle({ dir }, bundle) {
      if (dir === undefined) throw new Error('the bundle was written into no folder')
      const files = Object.keys(bundle).filter((name) => compressible.test(name))
      await Promise.all(
        files.map(async (name) => {
          const file = join(dir, name)
          const content = await readFile(file)
          if (content.length < worthCompressing) return
          const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }
          await writeFile(`${file}.br`, await brotli(content, quality))
          await writeFile(`${file}.gz`, await deflate(content, { level: 9 }))
        }),
      )
    },
  }
}

export default defineConfig({
  plugins: [react(), precompressed()],
  server: {
    proxy: {
      '/api': { target: controlPlane, ws: true },
      '/relay': { target: controlPlane, ws: true },
      '/mqtt': { target: controlPlane, ws: true },
    },
  },
  build: {
    outDir: 'dist',
    target: 'es2024',
    // No list of files to fetch ahead in the entry: the login page loads its own code and nothing else.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Packages change less often than the console, so that their chunks stay cached across releases. Core stands
          // above table, which imports it. Icons have no group: each screen carries the few that it draws.
          groups: [
            // Every chunk that loads another one imports this; left alone, it would settle in Blueprint's.
            { name: 'preload', test: /vite\/preload-helper/, priority: 50 },
            {
              name: 'react',
              test: /node_modules\/(?:react|react-dom|react-router|react-router-dom|scheduler|use-sync-external-store)\//,
              priority: 40,
            },
            { name: 'xstate', test: /node_modules\/(?:xstate|@xstate)\//, priority: 30 },
            // Each would be a file of its own, whose headers weigh more than it; the login page reads all of them.
            {
              name: 'small',
              test: /\/(?:domain\/(?:markets|roles|timestamps)|src\/browser-clipboard|src\/ui\/form-text)\.ts$/,
              priority: 30,
            },
            { name: 'blueprint', test: /node_modules\/@blueprintjs\/core\//, priority: 20 },
            { name: 'blueprint-table', test: /node_modules\/@blueprintjs\/table\//, priority: 10 },
          ],
        },
      },
    },
  },
})
