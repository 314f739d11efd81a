import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What servers and agents wrote until now, and what each is called from now on. */
const sentences: Readonly<Record<string, string>> = {
  手机已断开连接: 'agent.phoneClosed',
  手机没有响应: 'agent.phoneSilent',
  'adb 已找不到手机': 'agent.phoneUnlisted',
  'adb 服务已停止': 'agent.adbServerGone',
  盒子上的手机过多: 'agent.boxFull',
  盒子代理正在停止: 'agent.stopping',
  '手机上的 scrcpy 已结束': 'agent.scrcpyEnded',
  手机未能及时传送画面: 'agent.scrcpyLate',
  手机不接受控制: 'agent.noControl',
  盒子上没有这台手机: 'agent.noSuchPhone',
  命令已过期: 'agent.tooLate',
  盒子传送的画面过多: 'agent.tooManyStreams',
  盒子上打开的命令行过多: 'agent.tooManyTerminals',
  '手机的安卓版本过低，无法打开命令行': 'agent.noTerminal',
  手机上的命令行意外结束: 'agent.terminalEnded',
  中继地址无效: 'agent.badRelay',
  '手机的安卓版本过低，无法运行脚本': 'agent.noShell',
  盒子上同时运行的脚本过多: 'agent.tooMuchWork',
  '盒子代理已重新启动，脚本的结果未知': 'agent.workUnknown',
  传输地址无效: 'agent.badTransfer',
  传输的文件不完整或已损坏: 'agent.transferDamaged',
  脚本没有读完传输的文件: 'agent.transferUnread',
  '盒子上没有 frpc，请安装后放入 PATH': 'agent.frpcMissing',
  'frpc 已退出': 'agent.frpcEnded',
  设备已断开: 'devices.reason.lost',
  盒子代理已断开: 'devices.reason.agentLost',
  '环境已在其他设备打开；恢复连接后先自动清理，再供使用': 'devices.reason.abandoned',
  '未授权：请在手机上允许 USB 调试': 'boxes.refused.reasons.unauthorized',
  'adb 显示离线：请重新插拔数据线或重启手机': 'boxes.refused.reasons.offline',
  '没有权限访问 USB 设备：请在盒子上设置 udev 规则': 'boxes.refused.reasons.no_permissions',
  设备离线: 'devices.reason.offline',
  设备正在启动: 'devices.reason.booting',
  设备空闲: 'devices.reason.idle',
  设备正在准备环境: 'devices.reason.preparing',
  设备使用中: 'devices.reason.in_use',
  设备正在保存并清理环境: 'devices.reason.releasing',
  '设备正在更换 IP': 'devices.reason.changing_ip',
  设备正在维护: 'devices.reason.maintenance',
  '设备故障，请先恢复': 'devices.reason.faulty',
  设备已删除: 'devices.reason.deleted',
  盒子没有响应: 'devices.reason.noAnswer',
  盒子没有收到命令: 'devices.reason.unreceived',
  设备不存在或无权查看: 'devices.reason.noSuchDevice',
  任务发起人已停用或删除: 'jobs.reason.starterGone',
  设备不属于您或您的下级: 'devices.reason.notYours',
  文件已删除: 'files.reason.gone',
  文件已损坏: 'files.reason.damaged',
  文件仍在校验: 'files.reason.unchecked',
  文件名不能用于设备: 'files.reason.nameForPhone',
  文件空间已用完: 'files.reason.quotaUsed',
  设备没有给出屏幕截图: 'devices.reason.noPicture',
  '服务已到期或未开通，续期后才能操作设备': 'people.reason.serviceOver',
  可同时使用的设备数已用完: 'people.reason.quotaUsed',
  您未开通此市场: 'people.reason.notYourMarket',
  环境不存在或无权查看: 'environments.reason.noSuchEnvironment',
  环境已打开: 'environments.reason.isOpen',
  '环境所在的设备没有离线，请先关闭环境': 'environments.reason.phoneIsThere',
  环境未打开: 'environments.reason.isClosed',
  还没有存档: 'environments.reason.noRecord',
  没有可用的空闲设备: 'environments.reason.noFreePhone',
  已关闭: 'environments.reason.closedEarly',
  启动超时: 'devices.late.booting',
  打开环境超时: 'devices.late.preparing',
  保存并清理环境超时: 'devices.late.releasing',
  '更换 IP 超时': 'devices.late.changing_ip',
  '错过执行时间超过 1 小时': 'jobs.reason.missed',
  上一次执行尚未结束: 'jobs.reason.stillGoing',
  没有符合条件的设备: 'jobs.reason.noPhones',
  没有符合条件的环境: 'jobs.reason.noEnvironments',
  '一次最多处理 10000 台设备或环境': 'jobs.reason.tooManyTargets',
  '正在执行的任务过多，请稍后再试': 'jobs.reason.tooManyJobs',
  '您正在执行的任务过多，请等待其中一些结束': 'jobs.reason.tooManyOwnJobs',
  '设备上有打开的环境，请先关闭': 'devices.reason.environmentOnPhone',
  '设备上还有环境数据，恢复连接并清理后才能删除': 'devices.reason.notCleaned',
  设备上没有打开的环境: 'devices.reason.nothingIsOpen',
  存档不存在: 'environments.reason.noSuchRecord',
  设备未能及时响应: 'devices.reason.noAnswerInTime',
  用户不存在或无权查看: 'people.reason.noSuchUser',
  没有权限: 'call.notAllowed',
  文件不存在或无权查看: 'files.reason.noSuchFile',
  文件已无法读取: 'files.reason.unreadable',
}

/** Those with a colon and what somebody said behind it. */
const sentencesWithColon: Readonly<Record<string, string>> = {
  '手机上的 scrcpy 未能启动': 'agent.scrcpyFailed',
  手机上的命令行未能打开: 'agent.terminalFailed',
  脚本未能在手机上运行: 'agent.shellFailed',
  与服务器的文件传输中断: 'agent.transferFailed',
  无法连接中继: 'agent.noRelay',
  '设置代理、时区与语言': 'environments.step.settings',
  '更换 IP': 'environments.step.address',
  核对恢复结果: 'environments.step.check',
  保存存档: 'environments.step.save',
  恢复存档: 'environments.step.load',
  清除应用数据: 'environments.step.wipe',
  清除设置: 'environments.step.reset',
}

/** Those with something in brackets behind them, and what that is. */
const sentencesWithBrackets: Readonly<Record<string, string>> = {
  设备正由他人使用: 'devices.reason.held',
  没有可用的空闲设备: 'environments.reason.noFreePhoneIn',
  服务器拒绝了文件传输: 'agent.transferRefused',
  'frpc 已退出': 'agent.frpcExited',
  文件不是有效的安装包: 'apps.reason.invalid',
  设备上已有更新的版本: 'apps.reason.downgrade',
  与设备上的同名应用冲突: 'apps.reason.conflict',
  设备存储空间不足: 'apps.reason.noRoom',
  应用与设备不兼容: 'apps.reason.incompatible',
  '设备上没有此应用，或它不能卸载': 'apps.reason.notRemovable',
  设备上没有可以打开的此应用: 'apps.reason.notLaunchable',
}

const codeIn = (table: Readonly<Record<string, string>>, text: string): string | undefined =>
  Object.hasOwn(table, text) ? table[text] : undefined

const missingServer = '（手机没有自带 scrcpy 服务端时，需在盒子上设置 SCRCPY_SERVER_PATH）'

interface Reason {
  code: string
  params: Record<string, string | number | Reason>
}

function colonReason(code: string, said: string): Reason {
  if (code.startsWith('environments.step.')) return { code, params: { why: reasonOf(said) } }
  if (code === 'agent.scrcpyFailed' && said.endsWith(missingServer))
    return { code: 'agent.scrcpyMissing', params: { said: said.slice(0, -missingServer.length) } }
  return { code, params: { said } }
}

function bracketReason(code: string, inside: string): Reason {
  switch (code) {
    case 'devices.reason.held':
      return { code, params: { name: inside } }
    case 'environments.reason.noFreePhoneIn':
      return { code, params: { region: inside } }
    case 'agent.transferRefused':
      return { code, params: { status: Number(inside.replace('HTTP ', '')) || 0 } }
    case 'agent.frpcExited':
      return { code, params: { code: inside } }
    default:
      return { code, params: { said: inside } }
  }
}

/** A sentence as a reason; one that nobody here wrote is kept as it is. */
export function reasonOf(text: string): Reason {
  const code = codeIn(sentences, text)
  if (code !== undefined) return { code, params: {} }
  const held = /^设备正由 (.*) 控制$/s.exec(text)?.[1]
  if (held !== undefined) return { code: 'devices.reason.heldBy', params: { name: held } }
  const [, before = '', behind = ''] = /^([^：]*)：(.*)$/s.exec(text) ?? []
  const withColon = codeIn(sentencesWithColon, before)
  if (withColon !== undefined) return colonReason(withColon, behind)
  const [, start = '', inside = ''] = /^([^（]*)（(.*)）$/s.exec(text) ?? []
  const withBrackets = codeIn(sentencesWithBrackets, start)
  if (withBrackets !== undefined) return bracketReason(withBrackets, inside)
  return { code: 'text', params: { text } }
}

const columns = [
  ['devices', 'status_reason'],
  ['box_tunnels', 'reason'],
  ['runs', 'reason'],
  ['run_parts', 'reason'],
  ['phone_operations', 'reason'],
] as const

/** Why something is so is kept without words: whoever reads it has it in its own language. */
export const reasonsAsCodes: Migration = {
  async up(db: Kysely<unknown>) {
    const run = (statement: string) => sql.raw(statement).execute(db)
    await run(`create temporary table reasons_of (text text primary key, reason jsonb not null) on commit drop`)
    await run(`create function pg_temp.reason_of(text) returns jsonb language sql stable as
      $$ select reason from reasons_of where text = $1 $$`)
    for (const [table, column] of columns) {
      const { rows } = await sql<{ text: string }>`
        select distinct ${sql.ref(column)} as text from ${sql.table(table)} where ${sql.ref(column)} <> ''`.execute(db)
      const known = JSON.stringify(rows.map(({ text }) => ({ text, reason: reasonOf(text) })))
      await sql`
        insert into reasons_of
        select text, reason from jsonb_to_recordset(${known}::jsonb) as known (text text, reason jsonb)
        on conflict do nothing`.execute(db)
      await run(`alter table ${table}
        alter column ${column} drop default,
        alter column ${column} drop not null,
        alter column ${column} type jsonb using pg_temp.reason_of(${column})`)
    }
    // What the server itself has to say to somebody.
    await run(`alter table site_messages add column reason jsonb`)
  },
}
