/** Why a box's phone is not taken, or no longer: told beside the phone as well, and so before the list of boxes comes. */
export const refusals = {
  report: '上报内容无法识别',
  serial: '序列号无效：只能有字母、数字和 _ . : -，最多 64 个字符',
  state: '状态无效',
  model: '型号无效：过长或含有无法保存的字符',
  android_version: '安卓版本无效：过长或含有无法保存的字符',
  resolution: '分辨率无效：过长或含有无法保存的字符',
  ip: 'IP 地址无效：过长或含有无法保存的字符',
  full: '盒子的卡位已满（共 {{slots}} 个），请增加卡位或移走设备',
  elsewhere: '序列号已登记在另一个盒子上；那台设备离线后，会移到同一归属的盒子',
  unauthorized: 'adb 未获授权：请在手机上允许 USB 调试',
  offline: 'adb 显示离线：请重新插拔数据线或重启手机',
  no_permissions: '没有权限访问 USB 设备：请在盒子上设置 udev 规则',
  same_serial: '本盒子中另一台手机的 USB 序列号与它相同：请插到其他盒子，或修改其中一台的序列号',
}
