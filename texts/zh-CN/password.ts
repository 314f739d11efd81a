/** The change of the password (SPEC §2, §5, §8). */
export const password = {
  title: '修改密码',
  old_password: '原密码',
  new_password: '新密码',
  new_passwordcopy: '确认新密码',
  hint: '新密码需包含字母和数字，长度 8-20 位',
  ends: '修改后所有登录都会失效，需要重新登录。',
  required: '必填项',
  mismatch: '两次密码不一致',
  submit: '修改',
  busy: '正在修改…',
  cancel: '取消',
  changed: '修改成功',
  notChanged: '修改失败：{{message}}',
} as const
