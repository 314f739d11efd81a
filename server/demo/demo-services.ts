import { setTimeout as pause } from 'node:timers/promises'
import type { Stage } from './stage.ts'

/** How long a first run waits for a phone to be there. Milliseconds. */
const phoneTimeout = 30_000

const scripts = [
  {
    name: '每日巡检',
    description: '电量、存储与运行时间，一行一项',
    body: 'echo "型号 $(getprop ro.product.model)"\ndumpsys battery | grep level\ndf /data | tail -n 1\nuptime\n',
    parameters: [],
  },
  {
    name: '清理缓存',
    description: '删除下载目录中超过指定天数的文件',
    body: 'find /sdcard/Download -type f -mtime +"$DAYS" | while read -r file; do echo "$file"; rm -f "$file"; done\necho "完成"\n',
    parameters: [{ name: 'DAYS', label: '保留天数', default: '7', required: true }],
  },
  {
    name: '设置时区',
    description: '改为所选时区并回读',
    body: 'setprop persist.sys.timezone "$ZONE"\ngetprop persist.sys.timezone\ndate\n',
    parameters: [{ name: 'ZONE', label: 'IANA 时区', default: 'America/Los_Angeles', required: true }],
  },
  {
    name: '已安装应用',
    description: '列出第三方应用的包名',
    body: 'pm list packages -3 | sort\n',
    parameters: [],
  },
] as const

/** Scripts and timed tasks of the demo fleet, and one run of a script on phones that are there. */
export async function offerServices({ callAs, store }: Stage): Promise<void> {
  const mark = 'demo: services are offered'
  if (await store.settings.isDone(mark)) return
  await store.settings.markDone(mark)

  const ids: number[] = []
  for (const script of scripts) ids.push((await callAs<{ id: number }>('admin', 'script/add', script)).id)
  await store.samples.mark('script', ids)
  const [check, clean] = ids
  const everyPhone = { filter: {} }
  const tasks = [
    {
      name: '工作日早检',
      work: { script_id: check },
      schedule: { cron: '30 8 * * 1-5', timezone: 'Asia/Shanghai' },
    },
    {
      name: '周日清理缓存',
      note: '直播前夜不执行',
      work: { script_id: clean, values: { DAYS: '14' } },
      schedule: { cron: '0 4 * * 0', timezone: 'America/Los_Angeles' },
    },
    {
      name: '每月重启',
      work: { action: 'reboot' },
      schedule: { cron: '0 5 1 * *', timezone: 'Asia/Shanghai' },
      enabled: false,
    },
  ]
  for (const task of tasks) {
    const { id } = await callAs<{ id: number }>('admin', 'task/add', { ...task, targets: everyPhone })
    await store.samples.mark('task', [id])
  }

  const giveUpAt = Date.now() + phoneTimeout
  const ready = async () => (await store.devices.countByStatus()).some(({ status }) => status === 'idle')
  while (!(await ready())) {
    if (Date.now() > giveUpAt) return
    await pause(500)
  }
  await callAs('admin', 'script/run', { id: check, targets: everyPhone })
}
