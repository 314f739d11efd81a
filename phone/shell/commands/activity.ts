import { parseOptions } from '../command-options.ts'
import type { Command, CommandContext } from '../command.ts'
import { HOME_PACKAGE } from '../../system/packages.ts'
import { mainActivity, partsOf, readIntent, resolveActivity, shortComponent, showIntent } from './intent.ts'

const ACTIVITY_NEW_TASK = 0x1000_0000
/** The number of the task that the home screen is. */
const HOME_TASK = 1
const RECEIVER_FROM_SHELL = 0x0040_0000

/** `am start|force-stop|kill|broadcast|startservice|stack list|instrument|get-current-user`. */
export const am: Command = async (context) => {
  const { args, phone, stdout, stderr } = context
  const [verb, ...rest] = args
  switch (verb) {
    case 'start':
    case 'start-activity':
      return start(context, rest)
    case 'force-stop':
    case 'kill': {
      const name = rest.at(-1) ?? ''
      // What is in front is more than a background process, which is all that `kill` ends.
      if (verb === 'force-stop' || (await phone.screen()).front !== name) phone.stopApp(name)
      phone.logcat.add('I', 'ActivityManager', `Force stopping ${name} from pid ${context.pid}`)
      return 0
    }
    case 'broadcast': {
      const { intent } = readIntent(rest)
      if (intent.action === 'android.intent.action.AIRPLANE_MODE') phone.network.followSetting()
      const sent = showIntent({ ...intent, flags: intent.flags | RECEIVER_FROM_SHELL })
      await stdout.line(`Broadcasting: ${sent}\nBroadcast completed: result=0`)
      return 0
    }
    case 'startservice':
    case 'start-service':
    case 'start-foreground-service':
      await stdout.line(`Starting service: ${showIntent(readIntent(rest).intent)}`)
      await stderr.line('Error: Not found; no service started.')
      return 255
    case 'stack':
      return listStacks(context)
    case 'instrument':
      return instrument(context, rest)
    case 'get-current-user':
      await stdout.line('0')
      return 0
    default:
      await stderr.line(`Error: Unknown command: ${verb ?? ''}`)
      return 255
  }
}

async function start({ phone, stdout, stderr }: CommandContext, args: string[]): Promise<number> {
  const { intent, options } = readIntent(args)
  await stdout.line(`Starting: ${showIntent(intent)}`)
  const waits = options.has('-W')
  const say = (what: string) => (waits ? stdout : stderr).line(what)
  const component = intent.component ?? resolveActivity(intent, phone)
  if (component === undefined) {
    const asked = showIntent({ ...intent, flags: intent.flags | ACTIVITY_NEW_TASK })
    await say(`Error: Activity not started, unable to resolve ${asked}`)
    return 1
  }
  const { packageName, className } = partsOf(component)
  if (!phone.packages.get(packageName)?.enabled) {
    await say(`Error type 3\nError: Activity class {${packageName}/${className}} does not exist.`)
    return 1
  }
  const screen = await phone.screen()
  if (options.has('-S')) phone.stopApp(packageName)
  const isInFront = screen.front === packageName
  const isRunning = screen.running.some((app) => app.packageName === packageName)
  const began = performance.now()
  const launched = screen.launch(packageName)
  const took = Math.ceil(performance.now() - began)
  const shown = shortComponent(component)
  phone.logcat.add('I', 'ActivityTaskManager', `START u0 {cmp=${shown}} ${launched ? 'shown' : 'without a window'}`)
  if (isInFront)
    await say('Warning: Activity not started, intent has been delivered to currently running top-most instance.')
  if (!waits) return 0
  const state = isInFront ? 'UNKNOWN (0)' : isRunning ? 'HOT' : 'COLD'
  await stdout.line(
    `Status: ok\nLaunchState: ${state}\nActivity: ${shown}\nTotalTime: ${took}\nWaitTime: ${took + 1}\nComplete`,
  )
  return 0
}

/** The tasks that there are, the one in front first. */
async function listStacks({ phone, stdout }: CommandContext): Promise<number> {
  const screen = await phone.screen()
  const bounds = `[0,0][${screen.width},${screen.height}]`
  const running = screen.running.map(({ packageName }, index) => ({ packageName, id: HOME_TASK + 1 + index }))
  const tasks = [{ packageName: HOME_PACKAGE, id: HOME_TASK }, ...running]
  const front = screen.front ?? HOME_PACKAGE
  for (const { packageName, id } of tasks.toSorted((one) => (one.packageName === front ? -1 : 1))) {
    const { className } = partsOf(mainActivity(packageName))
    await stdout.line(
      `RootTask id=${id} bounds=${bounds} displayId=0 userId=0\n` +
        `  taskId=${id}: ${packageName}/${className} bounds=${bounds} userId=0 visible=${packageName === front} ` +
        `topActivity=ComponentInfo{${packageName}/${className}}`,
    )
  }
  return 0
}

/** No app of this phone has tests. */
async function instrument({ stdout, stderr }: CommandContext, args: string[]): Promise<number> {
  const name = args.at(-1) ?? ''
  await stdout.line(
    'INSTRUMENTATION_STATUS: id=ActivityManagerService\n' +
      `INSTRUMENTATION_STATUS: Error=Unable to find instrumentation info for: ComponentInfo{${name}}\n` +
      'INSTRUMENTATION_STATUS_CODE: -1',
  )
  await stderr.line(`android.util.AndroidException: INSTRUMENTATION_FAILED: ${name}`)
  return 1
}

/** `monkey -p package 1`, as it is used to start an app without knowing its activity. */
export const monkey: Command = async (context) => {
  const options = parseOptions(context.args, { flags: 'v', values: 'pcs', long: ['pct-syskeys=', 'throttle='] })
  const name = options.value('p') ?? ''
  if (!context.phone.packages.isLaunchable(name)) {
    await context.stderr.line('** No activities found to run, monkey aborted.')
    return 252
  }
  ;(await context.phone.screen()).launch(name)
  await context.stdout.line('Events injected: 1')
  return 0
}
