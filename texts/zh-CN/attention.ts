/** What is said on the dashboard of what somebody has to look at, beside what is there nearly always. */
export const attention = {
  shared: '{{n, number}} 家 {{market}} 店铺共用出口 IP {{address}}',
  change: '更换 {{n, number}} 台的 IP',
  changeTitle: '更换 IP',
  changes: '将为 {{shops}} 的手机更换 IP；{{kept}} 保留现在的地址。',
  changing: '已开始更换 {{n, number}} 台手机的 IP',
  proxied: '这些店铺都经过自己的代理：请为它们换不同的代理。',
  more: '+{{n, number}}',
  left: '{{market}} 导入还有 {{n, number}} 行未完成',
  imported: '已导入 {{n, number}} 行',
  resume: '继续导入',
  giveUp: '放弃',
  givesUp: '{{file}} 中没有导入的 {{n, number}} 行将丢失。',
}
