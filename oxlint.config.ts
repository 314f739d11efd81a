import { defineConfig, type OxlintOverride } from 'oxlint'

/** What only one kind of program has: packages, by whose they are. */
const platforms = {
  react: ['react', 'react-*', '@blueprintjs/*', '@xstate/react'],
  xstate: ['xstate', '@xstate/*'],
  node: ['node:*'],
  server: ['fastify', 'pg', 'kysely', 'mqtt', 'ws'],
}
type Platform = keyof typeof platforms

const everywhere: Platform[] = ['react', 'xstate', 'node', 'server']
const inPages: Platform[] = ['react', 'xstate', 'server']
const onServers: Platform[] = ['xstate', 'node', 'server']

const halfWritten = 'whole-file.ts writes files so that a kill leaves none half written.'
const wholeFiles = [
  {
    name: 'node:fs',
    importNames: ['appendFileSync', 'createWriteStream', 'writeFile', 'writeFileSync'],
    message: halfWritten,
  },
  { name: 'node:fs/promises', importNames: ['appendFile', 'writeFile'], message: halfWritten },
]

/** Files of src/api that hand screens what they hand on to a machine: those of nouns. */
const nouns =
  'box device environment events files job log message-forms people remote reports scripts shared-views tasks time-zones'.split(
    ' ',
  )

interface Arrow {
  rooms: string[]
  platforms: Platform[]
  why: string
  /** What it may not have of what it may import. */
  patterns?: { group: string[]; importNames?: string[]; allowTypeImports?: boolean; message: string }[]
  paths?: { name: string; importNames: string[]; message: string }[]
}

/** What each room of the house may import besides itself. */
const arrows: Record<string, Arrow> = {
  domain: { rooms: [], platforms: ['xstate'], why: 'domain is pure' },
  texts: { rooms: ['domain'], platforms: [], why: 'texts are words' },
  packages: {
    rooms: [],
    platforms: ['react', 'xstate'],
    why: 'a package is for strangers',
    patterns: [
      { group: ['@blueprintjs/*', '@xstate/*', 'react-*', 'i18next'], message: 'it is declared by no package.' },
    ],
  },
  phone: { rooms: [], platforms: onServers, why: 'a phone knows adb and scrcpy, nothing of Phonedeck' },
  agent: {
    rooms: ['domain', 'texts', 'generated'],
    platforms: onServers,
    why: 'programs never import each other',
    paths: wholeFiles,
  },
  server: {
    rooms: ['domain', 'texts', 'generated'],
    platforms: onServers,
    why: 'programs never import each other',
    paths: wholeFiles,
  },
  src: {
    rooms: ['domain', 'texts', 'generated', 'packages'],
    platforms: inPages,
    why: 'programs never import each other',
  },
  'src/video': { rooms: ['domain'], platforms: [], why: 'video plays packets and knows nothing of the console' },
  'src/terminal': { rooms: ['domain'], platforms: [], why: 'terminal shows what a shell prints, and knows no console' },
  'src/ui': { rooms: ['domain'], platforms: inPages, why: 'widgets know no entity' },
  'src/api': {
    rooms: ['domain', 'texts', 'generated', 'src/video', 'src/terminal'],
    platforms: ['xstate', 'server'],
    why: 'api knows the contract alone',
  },
  'src/machines': {
    rooms: ['domain', 'texts', 'src/api', 'src/video', 'src/terminal'],
    platforms: ['xstate', 'server'],
    why: 'a machine is complete without React',
    patterns: [
      { group: ['**/api/client*'], importNames: ['api', 'dataOf'], message: 'calls stand in src/api, a file a noun.' },
    ],
  },
  'src/screens': {
    rooms: ['domain', 'texts', 'packages', 'src/api', 'src/machines', 'src/ui', 'src/video', 'src/terminal'],
    platforms: inPages,
    why: 'a screen shows what machines say',
    patterns: [
      {
        group: ['**/api/**', ...nouns.map((noun) => `!**/api/${noun}*`)],
        allowTypeImports: true,
        message: "a screen takes types, and from its nouns' files what it hands to a machine; it never calls the API.",
      },
    ],
    paths: [
      {
        name: '@xstate/react',
        importNames: ['useActor', 'useActorRef', 'useMachine'],
        message: 'a screen starts its actors with useScreenActor, so that engineers see them too.',
      },
      {
        name: 'react',
        importNames: ['default', 'useEffect', 'useInsertionEffect', 'useLayoutEffect'],
        message:
          "a screen has no effects: what it shows is its actors' key, and what only the DOM knows is for src/ui.",
      },
    ],
  },
}

/** No arrow leads from a room to what it doesn't name. Rooms of the console call each other by their last names. */
const overrides = Object.entries(arrows).map(
  ([room, { rooms, platforms: ours, why, patterns = [], paths = [] }]): OxlintOverride => {
    const isConsoles = room.startsWith('src/')
    const others = [...Object.keys(arrows), 'generated']
      .filter(
        (other) => other !== room && !rooms.includes(other) && (isConsoles ? other !== 'src' : !other.includes('/')),
      )
      .map((other) => `**/${other.split('/').at(-1)}/**`)
    const packages = everywhere
      .filter((platform) => !ours.includes(platform))
      .flatMap((platform) => platforms[platform])
    const message = `${why}: ${room} may import ${rooms.join(', ') || 'no other room'}.`
    const rule = { patterns: [{ group: [...others, ...packages], message }, ...patterns], paths }
    return {
      files: [room === 'packages' ? 'packages/*/src/**' : `${room}/**`],
      rules: { 'no-restricted-imports': ['error', rule] },
    }
  },
)

export default defineConfig({
  plugins: ['typescript', 'react', 'unicorn', 'import', 'oxc', 'promise'],
  categories: { correctness: 'error', suspicious: 'error', perf: 'warn' },
  options: { typeAware: true },
  ignorePatterns: ['generated', 'dist', 'coverage'],
  rules: {
    'no-empty': 'error',
    'no-console': 'off',
    'react/react-in-jsx-scope': 'off',
    'no-await-in-loop': 'off',
    'import/no-unassigned-import': 'off',
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/consistent-type-imports': 'error',
    'unicorn/filename-case': 'off',
    'no-shadow': 'off',
    'oxc/no-map-spread': 'off',
  },
  overrides: [
    ...overrides,
    {
      files: ['src/screens/**'],
      rules: {
        'react/forbid-elements': [
          'error',
          { forbid: [{ element: 'time', message: 'ui/Moment and ui/TimeAgo know seconds from milliseconds.' }] },
        ],
      },
    },
  ],
})
