import type { FoundMachine } from '../../../scripts/find-machines.mjs'
import type { Story } from './story.ts'

/** Every flow of SPEC §2 to §5, by the heading that it stands under there; §3 has none, and is told by what its entities are for. */
export const flows = [
  '§2 Route guard',
  '§2 Routes',
  '§2 Layout',
  '§2 Navbar',
  '§2 Site-message bell and dialog',
  '§2 Change-password dialog',
  '§3 User session',
  '§3 Login payload',
  '§3 User',
  '§3 Site message',
  '§3 Device counts',
  '§3 Maintenance notice',
  '§3 MQTT config',
  '§3 Market modules',
  '§3 Device',
  '§3 Sidebar state',
  '§4 Session',
  '§4 Websocket',
  '§4 MQTT',
  '§4 Site messages',
  '§4 Sidebar',
  '§4 Subscription display',
  '§4 Device lifecycle',
  '§5 Change-password form',
  '§5 Login',
] as const

/** A file of the repository, named without its first folder. */
const linked = (path: string): string => `[${path.split('/').slice(1).join('/')}](../../${path})`

const link = ({ name, title }: Story): string => `[${title}](${name}.md)`

/** The guide for newcomers: how a story is read, in which order, and where in the code each of its pieces lies. */
export function guide(stories: readonly Story[], machines: ReadonlyMap<string, FoundMachine>): string {
  const rows = stories.map((story, index) => {
    const { file = '' } = machines.get(story.chart) ?? {}
    return `| ${index + 1} | ${link(story)} | ${linked(file)} | ${linked(story.screen)} | ${linked(story.noun)} | [${story.name}.ts](../../tests/e2e/stories/${story.name}.ts) |`
  })
  const shown = flows.map((flow) => {
    const telling = stories.filter(({ shows }) => shows.some((each) => each === flow))
    return `| ${flow} | ${telling.map(link).join(' · ')} |`
  })
  return [
    '<!-- Made by npm run stories, from tests/support/stories/guide.ts. -->',
    '',
    '# Stories: the product, flow by flow',
    '',
    'For somebody who joins on Monday. Each page is one walk through the real product, in a real browser, with the recorder of',
    'the console on: what the operator did, what the page showed, in which state the machine behind it was, and what the',
    'machines, the network and the server said to each other meanwhile. Nothing on these pages is drawn by hand.',
    '',
    '## How to read a story',
    '',
    '- **The chart** comes first: everything that this part of the console can ever do. The path of the walk is lit, and the numbers are the',
    '  steps that ended there. What stands back is what happens on other days; [all charts](../machines/README.md) say what is proved of it.',
    '- **Each step** says what the operator did, and where the machine is then. A line `editing` — **submit** → `submitting` is one',
    '  transition: the state it left, the event, the state it came to. ↺ is an event that was answered without leaving the state. ● is where a',
    '  machine starts. **✓** is an answer and **✗** a failure of something that a state runs, **after …** a timer.',
    '- **The picture** is the page at that moment.',
    '- **The sequence** below it reads from the top. Who speaks stands on a line of its own: the operator at the left, the machines by',
    '  name, the server at the right. A grey arrow is an event; a dotted orange one is something emitted, which the sender does not know',
    '  the hearer of; a blue one is a call as the network saw it, with its answer dashed and its HTTP status before what the machine makes of it. A',
    '  green pill is the state that the hearer came to, a dashed one what it did without leaving its state. A bracket at the left says how often something was said in a row.',
    '',
    'A machine that is not the story’s own concern is left out of its sequence, and so are its calls. The whole of a recording, with every actor and every context, is what',
    '`/__machines` shows: open any console there, begin to record, work, come back, press 回看, and walk through it yourself. Which machine made a call is read',
    'from time: the one that began something just before it, and heard just after its answer. Of a chart that is too large for a page only what was walked is drawn.',
    '',
    '## In which order, and where the code lies',
    '',
    'Read the first three and you know how the console hangs together; the rest in any order. A chart never knows React, a screen never calls',
    'the server, and a noun has one name in all of them ([CONTRIBUTING](../../CONTRIBUTING.md)).',
    '',
    '| | Story | Chart in `src` | Screen in `src` | Server’s noun | The walk |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
    '## Which story shows what of the specification',
    '',
    '| Flow | Stories |',
    '|---|---|',
    ...shown,
    '',
    'What SPEC §3 only lists (invite code, box, region, stream, device type, domain name) has no flow of its own.',
    '',
    '## Making them anew',
    '',
    '`npm run stories` walks all of them again, `npm run stories -- sign-in site-messages` some. A test of `npm test` holds every page against the charts as they',
    'are: a state that was renamed, a way that is gone, a picture that is missing or left over fails it, and says so.',
    '',
    'What a second run changes: pictures in which a clock, a relative time or a video says something else (one that differs in less than 0.4 % of its',
    'pixels is kept as it was); which of two answers came first, where two were on their way at once; how often something was repeated, where phones',
    'or timers decide that. Names of phones, states, events, calls and steps stay. What is secret is masked by the recorder before it leaves the page; a captcha, a password, an invite code and the token of a box are not to be read in pictures.',
    '',
  ].join('\n')
}
