import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Where the control plane listens during `npm run dev`. */
const controlPlane = `http://127.0.0.1:${process.env.PORT ?? 8080}`

const compressible = /\.(?:js|css|html|svg|json)$/
/** Below this many bytes a compressed answer is no smaller on the wire. */
const worthCompressing = 1_024

/** The best: 1.5 % smaller than one below, for two seconds of a build. */
const brotliQuality = 11

/** Writes a .br and a .gz beside every text file, so that the server never compresses while somebody waits. */
function precompressed(): Plugin {
  const brotli = promisify(brotliCompress)
  const deflate = promisify(gzip)
  return {
    name: 'precompressed',
    // A console that is soon thrown away is built without.
    apply: (_, { command, mode }) => command === 'build' && mode !== 'uncompressed',
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

/** Blueprint's icons by name: none is drawn so, and knowing their names takes as much code as all else that it draws. */
function noIconsByName(): Plugin {
  const stubs: Record<string, string> = {
    iconNames: 'export const IconNames = {}; export const IconNamesSet = new Set()',
    iconLoader: 'export const Icons = { load: async () => {}, getPaths: () => undefined, setLoaderOptions() {} }',
  }
  return {
    name: 'no-icons-by-name',
    enforce: 'pre',
    load: {
      filter: { id: /@blueprintjs\/icons\/lib\/esm\/icon(?:Names|Loader)\.js$/ },
      handler: (id) => stubs[basename(id, '.js')],
    },
  }
}

/** Of Blueprint's parts those that the console has none of, by their file or folder, with the classes that they are styled by. */
const undrawn: Record<string, string> = {
  breadcrumbs: 'breadcrumbs?',
  card: 'card',
  'card-list': 'card-list',
  collapse: 'collapse',
  'control-card': 'control-card',
  'dialog/multistepDialog': 'multistep-dialog|dialog-step',
  'entity-title': 'entity-title',
  'forms/fileInput': 'file-input|file-upload',
  navbar: 'navbar',
  'overflow-list': 'overflow-list|flex-expander',
  'panel-stack': 'panel-stack2',
  section: 'section',
  'segmented-control': 'segmented-control',
  slider: 'slider',
  'tag/compoundTag': 'compound-tag',
  toast: 'toast',
  tree: 'tree',
}

/** And the classes of prose, which no part draws by itself: the console has none. */
const prose = 'running-text|blockquote|code(?:-block)?|list(?:-unstyled)?'

/** And what would style fields, menus and explanations by a tone that they never take: of these two there is none. */
const tonesOfNone =
  /\.bp6-(?:tooltip|html-select|select|submenu|menu-item|input|input-group|form-group)\b.*\.bp6-intent-(?:success|warning)/s

const blueprintStyles = /@blueprintjs\/core\/lib\/css\/blueprint\.css$/

/**
 * Leaves out of Blueprint's stylesheet, which is one for all, what styles the undrawn. A build fails that draws one of them,
 * or has Blueprint's styles behind those that change them.
 */
function stylesOfTheDrawn(): Plugin {
  const left = [...Object.values(undrawn), prose].join('|')
  const isLeft = new RegExp(`\\.bp6-(?:${left})(?![a-z0-9])`)
  const rule = /([^{}]+)\{([^{}]*)\}/g
  return {
    name: 'styles-of-the-drawn',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: blueprintStyles },
      handler: (css) =>
        css.replaceAll(rule, (_, selectors: string, style: string) => {
          const kept = selectors
            .split(/,(?![^(]*\))/)
            .filter((each) => !isLeft.test(each.replaceAll(/:not\([^()]*\)/g, '')) && !tonesOfNone.test(each))
          return kept.length > 0 ? `${kept.join()}{${style}}` : ''
        }),
    },
    generateBundle(_, bundle) {
      const files = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file.modules] : []))
      // `npm start` keeps one build of Blueprint of those that come with it (scripts/prepare.mjs).
      const other = files.flatMap(Object.keys).find((id) => /@blueprintjs\/\w+\/(?:lib\/(?:cjs|esnext)|src)\//.test(id))
      if (other !== undefined) this.error(`the console is made of ${other}, which npm start does without`)
      for (const part of Object.keys(undrawn)) {
        const isDrawn = files.some((modules) =>
          Object.entries(modules).some(
            ([id, { renderedLength }]) =>
              renderedLength > 0 && id.includes(`@blueprintjs/core/lib/esm/components/${part}/`),
          ),
        )
        if (isDrawn) this.error(`the console draws Blueprint's ${part}, whose styles vite.config.ts leaves out`)
      }
      // The bundler begins with the files that are fetched later, by name: src/first-screens.ts has to stay ahead of others.
      for (const modules of files) {
        const styles = Object.keys(modules).filter((id) => id.endsWith('.css'))
        if (styles.findIndex((id) => blueprintStyles.test(id)) > 0)
          this.error(`Blueprint's styles come behind ${styles[0]}, which is to change them`)
      }
    },
  }
}

/** Leaves words out of what operators' browsers are sent. */
const without = (name: string, { of, words, left }: { of: RegExp; words: RegExp; left: string }): Plugin => ({
  name,
  apply: 'build',
  enforce: 'pre',
  transform: { filter: { id: of }, handler: (code) => code.replaceAll(words, left) },
})

/** What only developers read: what the states of the charts are described by, for their drawings, and what Blueprint warns of. */
const wordsForDevelopers = [
  without('undescribed-charts', {
    of: /\/(?:src\/machines|domain)\/.*\.ts$/,
    words: /\bdescription:\s*'(?:[^'\\]|\\.)*',?/g,
    left: '',
  }),
  without('no-warnings-of-blueprint', {
    of: /@blueprintjs\/core\/lib\/esm\/common\/errors\.js$/,
    words: /\bns \+\s*`[^`]*`/g,
    left: 'ns',
  }),
]

/** Chunks most of which runs as soon as it comes: the browser compiles them whole meanwhile, beside the page, not each function when it is called. */
const onFirstScreens = new Set(['packages', 'console', 'signed-in'])

export default defineConfig({
  plugins: [react(), noIconsByName(), stylesOfTheDrawn(), ...wordsForDevelopers, precompressed()],
  server: {
    proxy: {
      '/api': { target: controlPlane, ws: true },
      '/relay': { target: controlPlane, ws: true },
      '/manifest.webmanifest': { target: controlPlane },
      '/mqtt': { target: controlPlane, ws: true },
    },
  },
  build: {
    outDir: 'dist',
    manifest: true, // For the server, which says with a page what else it will need.
    target: 'es2024',
    chunkSizeWarningLimit: 1_200, // kB: the drawings of all charts are one file, for whoever looks back at a recording.
    // No list of files to fetch ahead in the entry: the login page loads its own code and nothing else.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        postBanner: ({ name }) => (onFirstScreens.has(name) ? '//# allFunctionsCalledOnLoad' : ''),
        codeSplitting: {
          // A few chunks by purpose, since each request costs about 1 kB of headers: packages change less often than the console;
          // the console and its login page; the shell and the list of phones; and what opens above them.
          groups: [
            {
              name: 'packages',
              test: /node_modules\/(?:react|react-dom|react-router|react-router-dom|scheduler|use-sync-external-store|xstate|@xstate|i18next|react-i18next|openapi-fetch|js-cookie)\/|preload-helper|rolldown/,
              priority: 50,
            },
            { name: 'console', tags: ['$initial'], priority: 40 },
            {
              name: 'signed-in',
              test: /src\/first-screens\.ts$/,
              priority: 30,
            },
            // What the dashboard has in common with other screens, in one request.
            { name: 'at-home', test: /src\/(?:machines\/\w+\/account|screens\/log\/log-words)\.ts$/, priority: 20 },
            { name: 'overlays', test: /src\/ui\/overlays\.ts$/, priority: 10 },
          ],
        },
      },
    },
  },
})
