/** Why an app could not be brought onto a phone, or taken off it: told of jobs as well, and so before the phone's screen comes. */
export const appFailures = {
  invalid: '文件不是有效的安装包（{{said}}）',
  downgrade: '设备上已有更新的版本（{{said}}）',
  conflict: '与设备上的同名应用冲突（{{said}}）',
  noRoom: '设备存储空间不足（{{said}}）',
  incompatible: '应用与设备不兼容（{{said}}）',
  notRemovable: '设备上没有此应用，或它不能卸载（{{said}}）',
  notLaunchable: '设备上没有可以打开的此应用（{{said}}）',
} as const
