import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { playwright } from '@vitest/browser-playwright'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { quickFolder } from './tests/support/quick-folder.ts'

// Of this process and all that it starts: workers, servers, databases, browsers.
process.env.TMPDIR ??= quickFolder()

/** Vitest itself would leave one of them to others, which of two is half of the machine. */
const cores = availableParallelism()

/** How many files run at once, since many of them wait for a server or a phone to do something. */
const waiting = cores + 1

const chromium = process.env.CHROMIUM ?? '/usr/bin/chromium'

/**
 * What hangs fails after 3 min; nothing shorter, because a machine that is busy elsewhere takes its time and is not what these tests
 * judge. What is true already is not waited for.
 */
const hangs = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 20_000 } } }

/** Twenty-five phones and their pictures: they need the machine for themselves. */
const crowded = 'tests/e2e/observe-wall.test.ts'

/** Folders whose files share processes, where the modules that they need are loaded once: those of the whole server take a second each time. */
const sharing = [
  'access',
  'dashboard',
  'devices',
  'domain',
  'environments',
  'events',
  'inspector',
  'lists',
  'log',
  'machines',
  'messages',
  'people',
  'phone',
  'shell',
  'texts',
  'video',
]
  .map((folder) => `tests/${folder}/**/*.test.ts`)
  .concat('packages/*/tests/*.test.ts')

/** Of those folders: what measures its process, or replaces a module, which others may have loaded. */
const alone = [
  'tests/lists/first-rows.test.ts',
  'tests/machines/shell/mqtt-connection.test.ts',
  'tests/phone/adbd/gone-peer.test.ts',
  'tests/phone/shell/limits.test.ts',
]

/**
 * What runs a second time, on what deploy/three-machines puts around two servers: calls, live changes, files, pictures, shells and jobs.
 * Whatever they say has to hold wherever the proxy leads.
 */
const external = [
  'tests/broker/broker.test.ts',
  'tests/devices/control-leases.test.ts',
  'tests/devices/device-terminals.test.ts',
  'tests/files/files.test.ts',
  'tests/files/transfers.test.ts',
  'tests/http/answers.test.ts',
  'tests/jobs/script-jobs.test.ts',
  'tests/messages/site-messages.test.ts',
  'tests/messages/user-socket.test.ts',
]
/** Debian's; scripts/system-tools.mjs has installed them, where it may. */
const hasEngines = ['haproxy', 'mosquitto', 'pgbouncer'].every((name) => existsSync(`/usr/sbin/${name}`))

/** What takes longest, which would otherwise be begun last and leave the other workers without work: begun first, in this order. */
const longest = [
  'tests/machines/broken-requirement.test.ts',
  'tests/machines/requirements.test.ts',
  'tests/http/hostile-bodies.test.ts',
  'tests/http/fuzz.test.ts',
  'tests/store/list-plans.test.ts',
  'tests/deploy/three-machines.test.ts',
  'tests/agent/transfers.test.ts',
  'tests/ui/data-table.test.tsx',
  'tests/faults/kill-matrix.test.ts',
  'tests/faults/embedded-data.test.ts',
  'tests/faults/cut-off-box.test.ts',
  'tests/faults/bad-surroundings.test.ts',
  'tests/faults/killed-opening.test.ts',
  'tests/faults/phones-come-back.test.ts',
  'tests/faults/lifecycle-walk.test.ts',
  'tests/faults/supervised.test.ts',
  'tests/faults/killed-job.test.ts',
  'tests/e2e/zoomed-overlays.test.ts',
  'tests/e2e/recorded-walk.test.ts',
  'tests/e2e/shell.test.ts',
  'tests/e2e/screen-walks.test.ts',
  'tests/e2e/workdays/with-phones.test.ts',
]

const rankOf = ({ moduleId, project }: TestSpecification): number => {
  const at = longest.findIndex((name) => moduleId.endsWith(name))
  // Those that share are begun together, because a worker is kept for the next file only where that one shares it.
  const before = project.name === 'sharing' ? longest.length + 1 : 0
  return before + (at === -1 ? longest.length : at)
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // Not an array's, which would change it.
    // oxlint-disable-next-line unicorn/no-array-sort
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b))
  }
}

/** `node`, `alone` and `sharing` run everything that needs no page, `external` some of it again on engines of one's own; `browser` renders
 * widgets in a real Chromium, where layout exists; `e2e` is an operator at the whole product. */
export default defineConfig({
  test: {
    globalSetup: ['tests/support/postgres.ts'],
    silent: 'passed-only',
    provide: { engines: 'embedded' },
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/e2e/**', 'tests/faults/**', ...sharing],
          sequence: { groupOrder: 1 },
          maxWorkers: waiting,
          ...hangs,
        },
      },
      {
        test: {
          name: 'alone',
          environment: 'node',
          include: alone,
          sequence: { groupOrder: 1 },
          maxWorkers: waiting,
          ...hangs,
        },
      },
      {
        test: {
          name: 'sharing',
          environment: 'node',
          include: sharing,
          exclude: alone,
          isolate: false,
          setupFiles: ['tests/support/leave-nothing.ts'],
          sequence: { groupOrder: 1 },
          maxWorkers: waiting,
          ...hangs,
        },
      },
      {
        test: {
          name: 'external',
          environment: 'node',
          include: hasEngines ? external : [],
          provide: { engines: 'external' },
          isolate: false,
          setupFiles: ['tests/support/leave-nothing.ts'],
          sequence: { groupOrder: 1 },
          maxWorkers: waiting,
          ...hangs,
        },
      },
      {
        test: {
          name: 'faults',
          environment: 'node',
          include: ['tests/faults/**/*.test.ts'],
          setupFiles: ['tests/support/conforms.ts'],
          sequence: { groupOrder: 4 },
          maxWorkers: 6,
          ...hangs,
        },
      },
      {
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['tests/e2e/**/*.test.ts', 'packages/*/tests/e2e/*.test.ts'],
          exclude: [crowded],
          // A worker loads the server once, and has one Chromium for all of its files.
          isolate: false,
          sequence: { groupOrder: 2 },
          maxWorkers: cores,
          setupFiles: ['tests/support/leave-nothing.ts', 'tests/support/shown-on-failure.ts'],
          // The walks hold answers back and count them; a socket that opens anew on a busy machine asks once more.
          retry: 1,
          ...hangs,
        },
      },
      {
        test: {
          name: 'crowded',
          environment: 'node',
          include: [crowded],
          setupFiles: ['tests/support/shown-on-failure.ts'],
          sequence: { groupOrder: 3 },
          ...hangs,
        },
      },
      {
        plugins: [react()],
        // Found late, a package would make the page reload in the middle of a test.
        optimizeDeps: {
          include: [
            '@blueprintjs/core',
            '@blueprintjs/icons',
            '@blueprintjs/table',
            'date-fns',
            'fast-check',
            'i18next',
            'js-cookie',
            'openapi-fetch',
            'react',
            'react-dom',
            'react-dom/client',
            'react-i18next',
            'react-router-dom',
            'react/jsx-dev-runtime',
            'uplot',
            'vitest-browser-react',
            'xstate',
            'xstate/graph',
          ],
        },
        test: {
          name: 'browser',
          include: ['tests/ui/**/*.test.tsx', 'packages/*/tests/*.test.tsx'],
          sequence: { groupOrder: 1 },
          maxWorkers: waiting,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { executablePath: chromium, args: ['--no-sandbox', '--disable-background-networking'] },
            }),
            instances: [{ browser: 'chromium', viewport: { width: 1440, height: 900 } }],
          },
        },
      },
    ],
  },
})
