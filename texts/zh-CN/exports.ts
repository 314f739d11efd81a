/** What the columns of exported files are called, where that is not what the screen calls them. */
export const exports = {
  /** Behind what a column of times is called. */
  utc: '（UTC）',
  devices: {
    name: '名称',
    serial: '序列号',
    status: '状态',
    box: '盒子',
    slot: '卡位',
    owner: '归属用户',
    environment: '环境',
    holder: '使用者',
    region: '地区',
    model: '型号',
    android_version: '安卓版本',
    resolution: '分辨率',
    battery: '电量',
    egress_ip: '出口 IP',
    country: '国家/地区',
    isp: '运营商',
    last_seen_at: '最后在线',
    note: '备注',
  },
  people: {
    expires_at: '到期时间',
    thread_number: '可同时使用设备',
    device_count: '名下设备',
  },
  report: {
    peak: '使用峰值',
    use: '使用时长（小时）',
  },
  addresses: {
    shared_with: '共用设备数',
    shared_in_market: '同市场共用',
  },
} as const
