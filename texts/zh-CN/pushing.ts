/** Notifications of the browser, and the switch for them; it comes when the bell is opened. */
export const pushing = {
  one: '新的站点信息',
  many: '{{n}} 条新消息',
  title: '浏览器通知',
  hint: '不打开控制台也会提醒您',
  looking: '正在检查…',
  unsupported: '此浏览器不支持通知。请用 HTTPS 打开；iPhone 上请先添加到主屏幕。',
  denied: '通知已被浏览器禁止。请点击地址栏左侧的图标，将“通知”改为“允许”，再点重试。',
  on: '已开启，退出登录后停止',
  turningOn: '正在开启…',
  turningOff: '正在关闭…',
  failed: {
    look: '没有检查成功：{{message}}',
    turnOn: '没有开启成功：{{message}}',
    turnOff: '没有关闭成功：{{message}}',
  },
  noService: '浏览器连不上它的推送服务',
  reason: {
    unknownService: '未知的推送服务。自建的推送服务需要写入服务器的 PUSH_SERVICES。',
    badKey: '浏览器的密钥无效',
    taken: '此浏览器已用另一组密钥订阅，请重试',
    tooMany: '最多 {{n}} 个浏览器可以接收通知，请先在其他浏览器上关闭或退出登录',
    noSuchBrowser: '该浏览器没有订阅通知',
  },
} as const
